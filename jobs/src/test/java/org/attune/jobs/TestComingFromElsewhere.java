package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command of {@code docs/from-optuna-ray-wandb.md} does what the page says, in its order. */
class TestComingFromElsewhere {

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  @TempDir Path folder;

  @Test
  void everyCommandRuns() throws Exception {
    List<String> commands = PageCommands.of("from-optuna-ray-wandb.md");
    assertThat(commands).hasSizeGreaterThan(15);
    for (String command : commands) {
      Printed printed = Printed.of(words(command).toArray());

      assertThat(printed.exit()).as("%s\n%s", command, printed.error()).isZero();
      assertThat(printed.output()).as(command).isNotBlank();
    }
    assertThat(Printed.of("status", folder.resolve("runs/first")).output())
        .contains("12 trials: 12 finished");
  }

  /** What is typed, with {@code runs} in the test's folder. */
  private List<String> words(String command) {
    List<String> words = new ArrayList<>();
    for (MatchResult word : WORD.matcher(command).results().toList()) {
      boolean path = word.group(2) != null && word.group(2).matches("runs(/.*)?");
      boolean afterList = words.equals(List.of("list"));
      words.add(
          path && !afterList
              ? folder.resolve(word.group(2)).toString()
              : word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words;
  }
}
