package org.attune.sweeps.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.trial.Secrets;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program gets from a JVM whose own locale lacks its letters. */
class TestProgramStart {

  private static final String WORDS = "naïve Ünïcode 東京 🙂 it's \"so\" $HOME `x` \\ é\n2";

  @TempDir Path folder;

  private String place = "PLACE=Zürich\nMY_TOKEN (secret)";

  @ParameterizedTest
  @ValueSource(strings = {"US-ASCII", "ISO-8859-1", "UTF-8"})
  void wordsAndVariablesArriveAsBytesOfUtf8(String locale) throws Exception {
    Files.writeString(
        folder.resolve("run.sh"),
        "printf '%s|' \"$1\" \"$ATTUNE_PARAM_NAME\" \"$PLACE\" \"$MY_TOKEN\"; cat");
    ProgramStart start =
        start(Charset.forName(locale), "sh run.sh {name}", new OwnSession(List.of()));

    Process process = start.start(start.words());

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo(WORDS + "|" + WORDS + "|Zürich|geheimnisträger|");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void theProgramTakesTheShellsPlace() throws Exception {
    Files.writeString(folder.resolve("run.sh"), "echo $$; kill -9 $$");
    ProgramStart start = start(US_ASCII, "sh run.sh {name}", new OwnSession(List.of()));

    Process process = start.start(start.words());

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8).strip())
        .isEqualTo(Long.toString(process.pid()));
    assertThat(process.waitFor()).isEqualTo(137);
  }

  /** The shell itself exports no such name. */
  @ParameterizedTest
  @ValueSource(strings = {"US-ASCII", "ISO-8859-1", "UTF-8"})
  void aVariableWhoseNameIsNoIdentifierArrives(String locale) throws Exception {
    place = "PLACE=Zürich\nmy.place=Genève\nplain-place=Bern\nMY_TOKEN (secret)";
    ProgramStart start = start(Charset.forName(locale), "env", new OwnSession(List.of()));

    Process process = start.start(start.words());

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8).lines())
        .contains("PLACE=Zürich", "my.place=Genève", "plain-place=Bern");
  }

  @Test
  void aProgramIsStartedInASessionOfItsOwnThereToo() throws Exception {
    OwnSession session = OwnSession.available();
    Files.writeString(folder.resolve("run.sh"), "printf %s \"$1\"");
    ProgramStart start = start(ISO_8859_1, "sh run.sh {name}", session);

    Process process = start.start(start.words());

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo(WORDS);
  }

  @Test
  void aProgramThatIsMissingIsNamed() {
    ProgramStart start = start(US_ASCII, "no-such-program {name}", new OwnSession(List.of()));

    assertThatThrownBy(() -> start.start(start.words()))
        .isInstanceOf(TrialException.class)
        .hasMessage(
            "Cannot start 'no-such-program' in %s: there is no such program on this machine; is it"
                + " installed, and on the PATH?",
            folder);
  }

  private ProgramStart start(Charset locale, String command, OwnSession session) {
    Map<String, String> configuration =
        Map.of(
            "task.run", command,
            "task.environment", place,
            "name", WORDS);
    Secrets secrets = new Secrets(new TreeMap<>(Map.of("MY_TOKEN", "geheimnisträger")));
    TrialContext trial =
        new TrialContext("t-0", 1, new TreeMap<>(configuration), 7, 2).with(secrets);
    Handed handed = new Handed(trial, Map.of(), folder.resolve("scratch"));
    List<Charset> passes = new ArrayList<>(ProgramStart.here(handed, folder).passes());
    passes.add(locale); // beside this JVM's own
    return new ProgramStart(handed, folder, session, passes);
  }
}
