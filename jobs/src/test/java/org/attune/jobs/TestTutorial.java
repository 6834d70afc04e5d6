package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command of {@code docs/tutorial.md} does what the page says, in its order. */
class TestTutorial {

  @TempDir Path folder;

  @Test
  void theIdeaComesToItsVerdict() throws Exception {
    Files.writeString(
        folder.resolve("idea.yaml"), TestSweepFilePage.examples("tutorial.md").get(0));
    List<String> printed = new ArrayList<>();
    List<String> commands = PageCommands.of("tutorial.md");
    for (String command : commands) {
      List<String> words = PageCommands.words(command, folder);
      if (words.get(0).equals("run")) {
        words.addAll(List.of("--out", folder.resolve("runs/idea").toString()));
      }
      printed.add(Printed.attune(words.toArray()));
    }

    assertThat(commands).hasSize(7);
    assertThat(printed.get(0)).contains("sweep idea is valid", "linear(shift(x, 1))", "17,024");
    assertThat(printed.get(1))
        .containsPattern("look-back +plain +-0\\.\\d+ .* better")
        .containsPattern("shown +A key made from the token before lets one layer copy")
        .contains("A difference must exceed 0.25 of the stated effect.")
        .doesNotContain("paper's");
    assertThat(folder.resolve("runs/idea/report.html")).isRegularFile();
    assertThat(printed.get(3)).contains("which axes matter: cell (");
    assertThat(printed.get(4)).contains("look-back");
    assertThat(printed.get(5)).contains("look-back", "plain");
    assertThat(printed.get(6)).contains("| look-back |");
  }
}
