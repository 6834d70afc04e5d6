package org.attune.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A browser that reaches no host but this one.
 *
 * @param program its program
 * @param folder for its profiles and what it says
 * @param shots where its pictures are kept
 */
record Chromium(Path program, Path folder, Path shots) {

  private static final Path PROGRAM = Path.of("/usr/bin/chromium");

  /** The one of this machine, if it has one. */
  static Optional<Chromium> find(Path folder, Path shots) throws IOException {
    if (!Files.isExecutable(PROGRAM)) {
      System.out.println("The notes page is not looked at: there is no " + PROGRAM);
      return Optional.empty();
    }
    return Optional.of(new Chromium(PROGRAM, folder, Files.createDirectories(shots)));
  }

  /**
   * The page as a browser has it after its scripts ran.
   *
   * @param rules for names that the browser looks up, each with a comma behind it
   */
  String dom(String address, String rules) throws Exception {
    Path dom = Files.createTempFile(folder, "dom", ".html");
    Path said = Files.createTempFile(folder, "said", ".txt");
    List<String> command = command(rules, "dom");
    command.add(address);
    int exit =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(said.toFile())
            .start()
            .waitFor();
    assertThat(exit).as(Files.readString(said)).isZero();
    return Files.readString(dom);
  }

  private List<String> command(String rules, String profile) {
    return new ArrayList<>(
        List.of(
            program.toString(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--window-size=1100,1400",
            "--virtual-time-budget=8000",
            "--host-resolver-rules=" + rules + "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "--user-data-dir=" + folder.resolve("browser-" + profile),
            "--dump-dom"));
  }

  /** The page as a browser draws it; its picture is kept, and its console says nothing. */
  String look(String address, String name, String scheme) throws Exception {
    Path dom = folder.resolve(name + ".html");
    Path said = folder.resolve(name + ".txt");
    List<String> command = command("", scheme);
    command.add("--screenshot=" + shots.resolve("notes-" + name + ".png"));
    if (scheme.equals("dark")) {
      command.add("--force-dark-mode");
    }
    command.add(address);
    int exit =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(said.toFile())
            .start()
            .waitFor();
    assertThat(exit).as(Files.readString(said)).isZero();
    assertThat(Files.readString(said)).as(name).doesNotContain("CONSOLE");
    return Files.readString(dom);
  }
}
