package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import org.attune.api.search.Objective;
import org.attune.jobs.console.SpreadText;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.ParetoFront;
import org.attune.sweeps.state.SweepView;

/** The Pareto front of a sweep with several objectives, as {@code run} and {@code best} show it. */
public record FrontTable(ParetoFront front, CellNames names) {

  private static final int MOST_SHOWN = 30;

  public static FrontTable of(SweepView sweep) {
    return new FrontTable(ParetoFront.of(sweep), CellNames.of(sweep));
  }

  /** Whether a sweep has a front. A sweep with one objective has a best trial instead. */
  public static boolean suits(SweepView sweep) {
    return sweep.header().objectives().size() > 1;
  }

  /** The size of the front in words. */
  public String line() {
    return "%d of %d cells are best: no other is as good in %s and better in one"
        .formatted(
            front.members().size(),
            front.cells(),
            front.objectives().size() == 2 ? "both objectives" : "all objectives");
  }

  /** A table with one row per cell. */
  public String text() {
    if (front.members().isEmpty()) {
      return "no trial has finished with all objectives\n";
    }
    List<String> heading = new ArrayList<>(List.of("cell"));
    front.objectives().forEach(of -> heading.add(of.metric() + ", " + of.goal().label()));
    heading.addAll(List.of("n", "trial"));
    List<String[]> rows = new ArrayList<>();
    for (ParetoFront.Member member :
        front.members().subList(0, Math.min(MOST_SHOWN, front.members().size()))) {
      List<String> row = new ArrayList<>(List.of(names.of(member.configuration())));
      member.summaries().forEach(summary -> row.add(SpreadText.of(summary.summary())));
      row.add(member.summaries().get(0).count());
      row.add(member.trials().get(0).trial().id());
      rows.add(row.toArray(String[]::new));
    }
    int more = front.members().size() - rows.size();
    return TextTable.of(heading.toArray(String[]::new), rows).aligned()
        + (more > 0 ? "and %d more; 'attune best DIR --json' has all\n".formatted(more) : "")
        + line()
        + "\n";
  }

  /** The front for {@code --json}. */
  public JsonObject object() {
    return new JsonObject()
        .with("objectives", objectives(front.objectives()))
        .with("cells", front.cells())
        .with("front", front.members().stream().map(this::object).toList());
  }

  /** Objectives for programs. */
  static List<JsonObject> objectives(List<Objective> of) {
    return of.stream()
        .map(one -> new JsonObject().with("metric", one.metric()).with("goal", one.goal().label()))
        .toList();
  }

  /** A metric over a cell's seeds, for programs. */
  public static JsonObject object(CellSummary of) {
    return new JsonObject()
        .with("n", of.summary().n())
        .with("failed", of.failed())
        .with("stopped", of.stopped())
        .with("mean", of.summary().mean())
        .with("std", of.summary().std());
  }

  private JsonObject object(ParetoFront.Member member) {
    JsonObject values = new JsonObject();
    for (int i = 0; i < front.objectives().size(); i++) {
      values.with(front.objectives().get(i).metric(), object(member.summaries().get(i)));
    }
    return new JsonObject()
        .with("cell", names.of(member.configuration()))
        .with("params", member.configuration().values())
        .with("trials", member.trials().stream().map(status -> status.trial().id()).toList())
        .with("over_seeds", values);
  }
}
