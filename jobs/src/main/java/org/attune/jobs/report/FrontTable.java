package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.map;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.SpreadText;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.ParetoFront;
import org.attune.sweeps.state.SweepView;

/** The Pareto front of a sweep with several objectives, as {@code run} and {@code best} show it. */
public record FrontTable(ParetoFront front, CellNames names) {

  private static final Shape<Objective> OBJECTIVE =
      Shape.<Objective>of(Objective.class)
          .with("metric", TEXT, Objective::metric)
          .with("goal", TEXT, objective -> objective.goal().label());

  /** A metric over a cell's seeds, for programs. */
  public static final Shape<CellSummary> OVER_SEEDS =
      Shape.<CellSummary>of(CellSummary.class)
          .with("n", WHOLE, summary -> summary.summary().n())
          .with("failed", WHOLE, CellSummary::failed)
          .with("stopped", WHOLE, CellSummary::stopped)
          .with("mean", NUMBER, summary -> summary.summary().mean())
          .with("std", NUMBER, summary -> summary.summary().std());

  /** A part of a front. */
  private record In<T>(T part, FrontTable front) {}

  private static final Shape<In<ParetoFront.Member>> MEMBER =
      Shape.<In<ParetoFront.Member>>of(In.class)
          .with("cell", TEXT, row -> row.front().names.of(row.part().configuration()))
          .with("params", map(TEXT), row -> row.part().configuration().values())
          .with(
              "trials",
              list(TEXT),
              row -> row.part().trials().stream().map(status -> status.trial().id()).toList())
          .with("over_seeds", map(OVER_SEEDS), row -> row.front().overSeeds(row.part()));

  /** The front for {@code --json}. */
  public static final Shape<FrontTable> SHAPE =
      Shape.<FrontTable>of(FrontTable.class)
          .with("objectives", list(OBJECTIVE), table -> table.front.objectives())
          .with("cells", WHOLE, table -> table.front.cells())
          .with("front", list(MEMBER), table -> table.in(table.front.members()));

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
    boolean lucky =
        front.cells() > 1
            && front.members().stream()
                .anyMatch(member -> member.summaries().get(0).summary().n() == 1);
    return "%d of %d cells are best: no other is as good in %s and better in one%s"
        .formatted(
            front.members().size(),
            front.cells(),
            front.objectives().size() == 2 ? "both objectives" : "all objectives",
            lucky ? "; where n is 1, this is partly luck" : "");
  }

  /** A table with one row per cell. */
  public String text() {
    if (front.members().isEmpty()) {
      return "no trial has finished with all objectives\n";
    }
    List<String> heading = new ArrayList<>(List.of("cell"));
    front
        .objectives()
        .forEach(objective -> heading.add(objective.metric() + ", " + objective.goal().label()));
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

  private <T> List<In<T>> in(List<T> parts) {
    return parts.stream().map(part -> new In<>(part, this)).toList();
  }

  /** Objectives for programs. */
  static List<JsonObject> objectives(List<Objective> objectives) {
    return OBJECTIVE.objects(objectives);
  }

  private Map<String, CellSummary> overSeeds(ParetoFront.Member member) {
    Map<String, CellSummary> values = new LinkedHashMap<>();
    for (int i = 0; i < front.objectives().size(); i++) {
      values.put(front.objectives().get(i).metric(), member.summaries().get(i));
    }
    return values;
  }
}
