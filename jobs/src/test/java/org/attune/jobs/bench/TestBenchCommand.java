package org.attune.jobs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.attune.jobs.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bench of something that there is not ends before it measures. */
class TestBenchCommand {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          search --only suggest    | no function 'suggest' | branin, hartmann6
          search --only braning    | no function 'braning' | did you mean 'branin'?
          search --method bayesian | no search method 'bayesian' | random
          parts --only weights.gpt | no part 'weights.gpt' | gate.learned
          step --rounds 0          | Invalid --rounds 0 | at least 1
          """)
  void saysWhatThereIs(String command, String problem, String allowed) {
    Printed printed = Printed.of((Object[]) ("bench " + command).split(" "));

    assertThat(printed.exit()).as(printed.error()).isEqualTo(2);
    assertThat(printed.output()).isEmpty();
    assertThat(printed.error()).contains(problem, allowed).doesNotContain("Exception", "\tat ");
  }

  @Test
  void countsTheNodesOfAStepWithoutACard() {
    Printed printed = Printed.of("bench", "cuda", "--nodes");

    assertThat(printed.exit()).as(printed.error()).isZero();
    assertThat(printed.output())
        .containsPattern("cuda\\.nodes\\.small \\d+ nodes\n")
        .containsPattern("cuda\\.bytes\\.small\\.unfused [0-9.]+ MB\n");
  }
}
