package org.attune.sweeps.spec.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.junit.jupiter.api.Test;

/** Sweep files with several objectives. */
class TestObjectives {

  private static final String BOTH =
      "objectives: [{metric: loss, goal: minimize}, {metric: speed, goal: maximize}]\n";

  private static SweepSpec read(String more) throws SpecException {
    String yaml =
        """
        sweep: s
        task:
          command:
            parameters: {size: {integer: [1, 99]}}
            metrics: {loss: lower, speed: higher}
        axes: {size: {uniform: [1, 99]}}
        """
            + more;
    CommandTask task = SpecFile.asked("s.yaml", yaml).orElseThrow();
    return SpecFile.read("s.yaml", yaml, Map.of(), task.catalog());
  }

  @Test
  void areReadInOrderAndShapeTheSweepsIdentity() throws Exception {
    SweepSpec both = read(BOTH + "search: {method: nsga-ii, trials: 10}\n");
    SweepSpec one =
        read("objective: {metric: loss, goal: minimize}\nsearch: {method: sobol, trials: 10}\n");

    assertThat(both.objectives())
        .containsExactly(
            new Objective("loss", Objective.Goal.MINIMIZE),
            new Objective("speed", Objective.Goal.MAXIMIZE));
    assertThat(both.objective()).isEqualTo(both.objectives().get(0));
    assertThat(CanonicalText.of(both)).contains("objectives: maximize speed\n");
    assertThat(CanonicalText.of(one)).doesNotContain("objectives:");
  }

  @Test
  void autoModelsEachUntilThereAreTooManyCells() throws Exception {
    SweepSpec few = read(BOTH + "search: {trials: 50}\n");
    SweepSpec many = read(BOTH + "search: {trials: 600}\n");

    assertThat(few.newSearch(catalog()).note())
        .isEqualTo("gaussian-process, as there are 2 objectives over 50 cells");
    assertThat(many.newSearch(catalog()).note()).isEqualTo("nsga-ii, as there are 2 objectives");
  }

  private static org.attune.api.catalog.AxisCatalog catalog() throws SpecException {
    String yaml =
        "sweep: s\ntask: {command: {parameters: {size: {integer: [1, 99]}}, metrics: {loss: lower,"
            + " speed: higher}}}\n";
    return SpecFile.asked("s.yaml", yaml).orElseThrow().catalog();
  }

  @Test
  void aMethodForOneIsRefusedWithThoseThatTakeSeveral() {
    assertThatThrownBy(() -> read(BOTH + "search: {method: tpe, trials: 10}\n"))
        .hasMessageContaining("s.yaml:8:")
        .hasMessageContaining(
            "search.method: 'tpe' seeks one objective; for several take one of grid, random, sobol,"
                + " gaussian-process, nsga-ii, auto");
  }

  @Test
  void whatGoesByOneObjectiveMustSayByWhich() {
    assertThatThrownBy(
            () ->
                read(
                    BOTH
                        + "search: {method: sobol, trials: 10, seeds: promising}\n"
                        + "stop: {asha: {min-steps: 10}}\n"))
        .hasMessageContaining("search.seeds: 'promising' goes by one objective")
        .hasMessageContaining("stop.asha.metric: is missing; with several objectives");
  }

  @Test
  void aListThatIsNoneIsRefused() {
    assertThatThrownBy(() -> read("objectives: {metric: loss, goal: minimize}\n"))
        .hasMessageContaining("objectives: must be a list of 2 to 10");
    assertThatThrownBy(
            () ->
                read(
                    "objectives: [{metric: loss, goal: minimize}, {metric: loss, goal:"
                        + " maximize}]\n"))
        .hasMessageContaining("objectives[1]: 'loss' is an objective already");
    assertThatThrownBy(
            () ->
                read(
                    """
                    objectives: [{metric: loss, goal: minimize}, {metric: sped, goal: less}]
                    search: {trials: 10}
                    """))
        .hasMessageContaining("objectives[1].goal: 'less' must be one of minimize, maximize");
    assertThatThrownBy(() -> read(BOTH + "objective: {metric: loss, goal: minimize}\n"))
        .hasMessageContaining("objectives: cannot stand beside 'objective'");
  }
}
