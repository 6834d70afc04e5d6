package org.attune.jobs.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.Cost;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.api.search.Search;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.console.TimeText;
import org.attune.jobs.session.Sessions;
import org.attune.jobs.sweep.Workload;
import org.attune.model.cpu.linear.Canary;
import org.attune.model.task.DataOpener;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Filled;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.SweepSpec;

/**
 * The plan of a sweep: its size and cost.
 *
 * @param spec the sweep file's content
 * @param trials number of trials, replicates included
 * @param smallest the fewest parameters of a model
 * @param largest the most parameters of a model
 * @param state bytes that generation keeps of a sequence; empty if no model generates
 * @param flops FLOPs of all trainings, at the most
 * @param leastFlops FLOPs of all trainings if the first look decides every claim
 * @param metrics mean number of metrics that a trial may report
 * @param memory memory of the largest trial
 * @param note how the search proceeds
 * @param cells the size of each named cell, for people; empty without named cells
 * @param sampled trials in the proportion in which they are planned
 * @param known the number of trials that the figures come from: all, or a sample
 */
public record Plan(
    SweepSpec spec,
    long trials,
    long smallest,
    long largest,
    LongSummaryStatistics state,
    double flops,
    double leastFlops,
    double metrics,
    Optional<TrialMemory> memory,
    String note,
    String cells,
    List<TimeEstimate.Priced> sampled,
    long known) {

  /** What a run takes besides its trials, in seconds: Spark's start, the tables, the report. */
  private static final double START = 6;

  /** Times and rows are means over trials; more of them would change no digit that is shown. */
  private static final int MOST_SAMPLED = 20_000;

  public static Plan of(SweepSpec spec, AxisCatalog catalog) {
    Search search = spec.newSearch(catalog);
    long trials = spec.budget().trialsOf(search);
    PlannedTrials planned = PlannedTrials.of(search, trials);
    long smallest = Long.MAX_VALUE;
    long largest = 0;
    LongSummaryStatistics state = new LongSummaryStatistics();
    double flops = 0;
    double leastFlops = 0;
    double metrics = 0;
    double count = 0;
    double share = Math.min(1, MOST_SAMPLED / (double) trials);
    List<TimeEstimate.Priced> sampled = new ArrayList<>();
    for (Configuration cell : planned.most().keySet()) {
      Cost cost = catalog.cost(cell);
      smallest = Math.min(smallest, cost.parameters());
      largest = Math.max(largest, cost.parameters());
      cost.stateBytes().ifPresent(state);
      flops += planned.most().get(cell) * cost.flops();
      leastFlops += planned.least().get(cell) * cost.flops();
      metrics += planned.most().get(cell) * catalog.metrics(cell).size();
      count += planned.most().get(cell);
      TimeEstimate.Priced priced = new TimeEstimate.Priced(cell, cost.flops(), cost.steps());
      while (sampled.size() < Math.round(count * share)) {
        sampled.add(priced);
      }
    }
    return new Plan(
        spec,
        trials,
        smallest,
        largest,
        state,
        flops,
        leastFlops,
        metrics / Math.max(1, count),
        TrialMemory.of(spec, catalog),
        search.note(),
        CellSizes.of(spec, catalog),
        sampled,
        planned.known());
  }

  /** The number of values of an axis, or the interval that contains them. */
  private static String values(Axis axis) {
    List<Values> values =
        axis.branches().stream().flatMap(branch -> branch.values().values().stream()).toList();
    if (values.stream().anyMatch(Values.Grown.class::isInstance)) {
      return "formulas that grow";
    }
    boolean open = values.stream().anyMatch(value -> value instanceof Filled f && !f.finite());
    List<Values> intervals = values.stream().filter(Values.Interval.class::isInstance).toList();
    if (!open && intervals.isEmpty()) {
      return String.valueOf(Space.points(axis));
    }
    if (!open && axis.branches().size() > 1) {
      return IntStream.range(0, axis.branches().size())
          .mapToObj(i -> option(axis, i))
          .collect(Collectors.joining(", "));
    }
    return !open && intervals.size() == 1 ? interval("", intervals.get(0)) : "any within intervals";
  }

  /** An option with its own keys that are drawn: {@code ridge (any lambda from 0.01 to 1)}. */
  private static String option(Axis axis, int branch) {
    Branch chosen = axis.branches().get(branch);
    Values values = chosen.values().get(axis.key());
    String name =
        !axis.names().isEmpty() || values == null
            ? axis.names().get(branch)
            : values instanceof Values.Listed listed
                ? String.join(", ", listed.values())
                : interval("", values);
    String drawn =
        chosen.values().entrySet().stream()
            .filter(each -> !each.getKey().equals(axis.key()))
            .filter(each -> each.getValue() instanceof Values.Interval)
            .map(
                each ->
                    interval(
                        each.getKey().substring(each.getKey().lastIndexOf('.') + 1) + " ",
                        each.getValue()))
            .collect(Collectors.joining(", "));
    return drawn.isEmpty() ? name : name + " (" + drawn + ")";
  }

  private static String interval(String word, Values values) {
    return values instanceof Values.Interval interval
        ? "any %sfrom %s to %s"
            .formatted(word, Numbers.readable(interval.low()), Numbers.readable(interval.high()))
        : values.first();
  }

  /**
   * The plan for people. It runs the first steps of some small trials, to time them.
   *
   * @param data opens the user's files for these trials
   * @param heldOut see {@link Workload#heldOut}
   * @param out where the sweep is, or will be
   */
  String describe(DataOpener data, Optional<String> heldOut, String out) throws IOException {
    TextTable axes = TextTable.of("axis", "values");
    for (Axis axis : spec.axes()) {
      axes.add(axis.key().equals("cells") ? "named cells" : axis.key(), values(axis));
    }
    Optional<TimeEstimate.Times> times =
        flops == 0
            ? Optional.empty()
            : Optional.of(TimeEstimate.here(Canary.gflops(), data).of(sampled));
    String parameters = range(smallest, largest);
    String cost =
        leastFlops == flops
            ? "%.3g TFLOP".formatted(flops / 1e12)
            : "%.3g to %.3g TFLOP, tuning and fresh seeds included"
                .formatted(leastFlops / 1e12, flops / 1e12);
    if (largest == 0) {
      parameters = "unknown: trials are a program of yours";
      cost = "unknown";
    }
    String estimated =
        largest > 0 && known < trials ? " (estimated from the first " + known + ")" : "";
    return """
    sweep %s is valid
    %s
    trials      %s
    parameters  %s%s
    %scost        %s%s
    time        %s
    memory      %s
    rows        %,d trials, some %,d metrics%s
    search      %s
    %sobjective   %s
    %s\
    """
        .formatted(
            spec.name(),
            axes.aligned().stripTrailing(),
            trialsAndSeeds(),
            parameters,
            estimated,
            state.getCount() == 0
                ? ""
                : "state       %s bytes, kept by generation%s%n"
                    .formatted(range(state.getMin(), state.getMax()), estimated),
            cost,
            estimated,
            times.isPresent() ? time(times.get()) : ofProgram(out),
            memory
                .map(m -> TrialMemory.describe(m.bytes()))
                .map(size -> size + " for the largest trial, its examples not counted")
                .orElse("unknown"),
            trials,
            rows(times.flatMap(TimeEstimate.Times::reported)),
            spec.stop().isEmpty() && !spec.replicates().untilDecided()
                ? ""
                : " if no trial ends early or is spared",
            spec.search().name() + (note.isEmpty() ? "" : ": " + note),
            heldOut.map("judged on   each seed its own: %s%n"::formatted).orElse(""),
            spec.objectives().stream()
                .map(objective -> objective.goal().label() + " " + objective.metric())
                .collect(Collectors.joining(", ")),
            PlannedClaims.text(spec.comparison().claims()) + cells);
  }

  private static String range(long least, long most) {
    return least == most ? "%,d".formatted(least) : "%,d to %,d".formatted(least, most);
  }

  /**
   * Rows of the table of metrics if no trial is stopped.
   *
   * @param reported what timed trials report; without it, all that a trial may report counts
   */
  private long rows(Optional<ReportedValues> reported) {
    ReportedValues each = reported.orElse(new ReportedValues(metrics, metrics));
    double sum =
        sampled.stream().mapToDouble(trial -> each.rows(trial.trial(), trial.steps())).sum();
    return Math.round(sum * trials / Math.max(1, sampled.size()));
  }

  /** Estimates the wall time on this machine, or the processor time on a cluster. */
  private String time(TimeEstimate.Times times) {
    String master = Sessions.master();
    if (!Sessions.isLocal(master)) {
      return "about %s of one core like this machine's".formatted(text(times.each() * trials));
    }
    return here(times.once(), times.each(), Sessions.localSlots(master)) + MachineLoad.note();
  }

  /** The time of a user's program, by trials of it that have ended. */
  private String ofProgram(String out) throws IOException {
    if (sampled.isEmpty()) {
      return "unknown";
    }
    ProgramTimes ended = ProgramTimes.in(out, sampled.get(0).trial());
    if (ended.each().isEmpty()) {
      return ended.remedy();
    }
    double each = ended.each().get();
    String master = Sessions.master();
    return (Sessions.isLocal(master)
            ? here(0, each, Sessions.localSlots(master))
            : "about %s, one trial after another".formatted(text(each * trials)))
        + ended.source();
  }

  private String here(double once, double each, int most) {
    long cores = Math.max(1, Math.min(spec.execution().slots().orElse(most), most));
    long atOnce = Math.min(cores, Math.max(1, trials));
    long rounds = (trials + atOnce - 1) / atOnce;
    return "about %s here, %d at a time".formatted(text(START + once + rounds * each), atOnce);
  }

  private static String text(double seconds) {
    return TimeText.of(Duration.ofSeconds(Math.max(1, Math.round(seconds))));
  }

  private String trialsAndSeeds() {
    Replicates seeds = spec.replicates();
    List<Tuning> arms =
        spec.comparison().claims().stream()
            .flatMap(Claim::tuned)
            .flatMap(measure -> measure.tuning().stream())
            .distinct()
            .toList();
    long tuning = arms.stream().mapToLong(Tuning::trials).sum();
    long outer = tuning - arms.stream().map(Tuning::first).mapToLong(Tuning::trials).sum();
    if (tuning > 0) {
      return "%,d%s: %,d on tuning seeds%s, %,d on fresh seeds"
          .formatted(
              trials,
              seeds.untilDecided() ? " at most" : "",
              tuning,
              outer == 0 ? "" : " (%,d only if best values lie at an edge)".formatted(outer),
              trials - tuning);
    }
    return seeds.untilDecided()
        ? "%,d at most: %s x %s, until claims are decided"
            .formatted(
                trials,
                Counted.of(spec.comparison().cells().size(), "cell"),
                (seeds.atLeast() == seeds.atMost() ? "" : seeds.atLeast() + " to ")
                    + Counted.of(seeds.atMost(), "seed"))
        : "%,d: %s x %s"
            .formatted(
                trials,
                Counted.of(trials / seeds.atMost(), "cell"),
                Counted.of(seeds.atMost(), "seed"));
  }
}
