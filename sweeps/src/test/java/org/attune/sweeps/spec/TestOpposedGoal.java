package org.attune.sweeps.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.attune.api.catalog.AxisCatalog;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

class TestOpposedGoal {

  private static List<String> warnings(String metrics, String objective) throws Exception {
    String file =
        """
        sweep: own
        task: {command: {run: "train {x}", parameters: {x: {real: [0, 1]}}, metrics: %s}}
        axes: {x: [0.1, 0.2]}
        %s
        """
            .formatted(metrics, objective);
    AxisCatalog catalog = SpecFile.command("own.yaml", file).orElseThrow().catalog();
    return OpposedGoal.warnings(SpecFile.read("own.yaml", file, Map.of(), catalog), catalog);
  }

  @Test
  void aGoalAgainstTheMetricsDeclarationIsWarnedOf() throws Exception {
    assertThat(warnings("{acc: higher}", "objective: {metric: acc, goal: minimize}"))
        .containsExactly(
            "objective: the goal is minimize, but a higher acc is better by its declaration; the sweep will seek the worst values");
    assertThat(warnings("{loss: lower}", "objective: {metric: loss, goal: maximize}"))
        .singleElement()
        .asString()
        .startsWith("objective: the goal is maximize, but a lower loss is better");
  }

  @Test
  void eachOfSeveralObjectivesIsChecked() throws Exception {
    assertThat(
            warnings(
                "{acc: higher, loss: lower}",
                "objectives: [{metric: loss, goal: minimize}, {metric: acc, goal: minimize}]"))
        .hasSize(1);
  }

  @Test
  void aMetricWithoutDirectionMayBeSoughtEitherWay() throws Exception {
    assertThat(warnings("{size: neither}", "objective: {metric: size, goal: maximize}")).isEmpty();
    assertThat(warnings("{acc: higher}", "objective: {metric: acc, goal: maximize}")).isEmpty();
  }
}
