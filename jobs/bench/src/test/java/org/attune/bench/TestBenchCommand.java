package org.attune.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.attune.jobs.Attune;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

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
          parts --only weights.gpt | no part 'weights.gpt' | weights.ridge
          search --seeds 0         | Invalid --seeds 0 | at least 1
          search --noise -1        | Invalid --noise -1.0 | from 0 on
          step --rounds 0          | Invalid --rounds 0 | at least 1
          start                    | Cannot measure starts | bench start
          """)
  void saysWhatThereIs(String command, String problem, String allowed) throws Exception {
    Captured printed = attune(("bench " + command).split(" "));

    assertThat(printed.exit()).as(printed.error()).isEqualTo(2);
    assertThat(printed.output()).isEmpty();
    assertThat(printed.error()).contains(problem, allowed).doesNotContain("Exception", "\tat ");
  }

  /** Each benchmark has a line of its own, so that a reader finds it at the margin. */
  @Test
  void helpListsEachBenchmarkOnItsOwnLine() throws Exception {
    Captured printed = attune("bench", "--help");

    assertThat(printed.exit()).as(printed.error()).isZero();
    List<String> lines = printed.output().lines().toList();
    for (BenchCommand.Bench bench : BenchCommand.Bench.values()) {
      String name = bench.name().toLowerCase(Locale.ROOT);
      assertThat(lines)
          .as(name)
          .filteredOn(line -> line.matches(" {2}" + name + " {2,}[a-z0-9'].*"))
          .hasSize(1);
    }
    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(printed.output()).contains(" BENCHMARK").doesNotContain("step|");
  }

  @Test
  void countsTheNodesOfAStepWithoutACard() throws Exception {
    Captured printed = attune("bench", "cuda", "--nodes");

    assertThat(printed.exit()).as(printed.error()).isZero();
    assertThat(printed.output())
        .containsPattern("cuda\\.nodes\\.small \\d+ nodes\n")
        .containsPattern("cuda\\.bytes\\.small\\.unfused [0-9.]+ MB\n");
  }

  private static Captured attune(String... words) throws Exception {
    return Captured.of(() -> Attune.execute(words));
  }

  @Test
  void whatAUserMayLeaveOutHasAValueFromTheStart() {
    assertThat(new CommandLine(new BenchCommand()).getCommandSpec().args())
        .allMatch(arg -> arg.required() || arg.defaultValue() != null || arg.getValue() != null);
  }
}
