package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.PairedComparison;
import org.attune.sweeps.analysis.Run;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.Rounded;
import org.junit.jupiter.api.Test;

/**
 * The page {@code docs/atlas.md}: its drawing, its table and its numbers follow from the trials in
 * {@code docs/atlas/*.csv}.
 */
class TestAtlasPage {

  private static final Path DOCS = Path.of("..", "docs");
  private static final Path DRAWN = Path.of("target", "atlas", "effects.svg");
  private static final List<String> TASKS = List.of("mqar", "text", "induction");
  private static final List<String> MIXERS = List.of("softmax", "linear", "ridge");
  private static final int SEEDS = 8;
  private static final List<String> COLOURS = List.of("#1f77b4", "#d62728", "#2ca02c");

  /** A part, and how it is called on the page. */
  private record Part(String axis, String value, String drawn, String listed) {}

  /** Two values of an axis that the page compares, and how it calls them. */
  private record Pair(String axis, String first, String second, String listed) {}

  /** What a part changes beside a mixer: the mean over seeds, with Holm's interval. */
  private record Change(double mean, Interval interval, boolean shown) {

    String cell() {
      return TestAtlasPage.cell(mean, interval, shown);
    }
  }

  private static final List<Part> PARTS =
      List.of(
          new Part("gate", "learned", "a gate", "gate"),
          new Part("key", "sum", "keys of two tokens", "key's source"),
          new Part("score_conv", "convolution", "a convolution of scores", "score map"),
          new Part("head_norm", "rms", "a norm of heads", "head norm"));

  private static final List<Pair> PAIRS =
      List.of(
          new Pair("gate", "learned", "none", "with a gate - without"),
          new Pair("key", "sum", "current", "keys of two tokens - of one"),
          new Pair("score_conv", "convolution", "none", "with a convolution of scores - without"),
          new Pair("head_norm", "rms", "none", "with a norm of heads - without"),
          new Pair("weights", "linear", "softmax", "linear - softmax"),
          new Pair("weights", "ridge", "softmax", "ridge - softmax"),
          new Pair("weights", "ridge", "linear", "ridge - linear"));

  private final Map<String, List<Run>> runs =
      TASKS.stream().collect(Collectors.toMap(task -> task, TestAtlasPage::read));
  private final Map<String, Change> changes = changes();

  @Test
  void theDrawingIsOfTheTrials() throws IOException {
    String svg = drawing();
    Files.createDirectories(DRAWN.getParent());
    Files.writeString(DRAWN, svg);

    assertThat(DOCS.resolve("atlas/effects.svg"))
        .as("if the trials have changed, copy jobs/%s to docs/atlas/effects.svg", DRAWN)
        .content()
        .isEqualTo(svg);
  }

  @Test
  void thereAreEightSeedsOfEachCombination() {
    for (List<Run> of : runs.values()) {
      assertThat(of).hasSize(SEEDS * 48);
      assertThat(of.stream().map(run -> run.cell().axes() + " " + run.replicate()))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void theTableIsWhatAnalyzeFinds() throws IOException {
    List<SweepAnalysis> analyses = TASKS.stream().map(this::analysis).toList();
    List<String> axes =
        Stream.concat(
                Stream.of("weights", "key", "score_conv", "gate", "head_norm"),
                Stream.of("key", "head_norm", "score_conv", "gate").map(part -> part + " weights"))
            .toList();
    List<String> rows = new ArrayList<>();
    for (String of : axes) {
      List<String> cells = analyses.stream().map(analysis -> cell(effect(analysis, of))).toList();
      rows.add("| %s | %s |".formatted(name(of), String.join(" | ", cells)));
    }
    assertThatPageHas("effects", String.join("\n", rows));

    for (SweepAnalysis analysis : analyses) {
      assertThat(analysis.main()).hasSize(5);
      assertThat(analysis.interactions()).hasSize(10);
      assertThat(analysis.cells()).isPresent();
      assertThat(analysis.interactions().stream().filter(Effect::shown).map(TestAtlasPage::axes))
          .as("no other pair is shown on any task")
          .isSubsetOf(axes);
    }
  }

  @Test
  void theComparisonsAreThoseOfAnalyze() throws IOException {
    List<SweepAnalysis> analyses = TASKS.stream().map(this::analysis).toList();
    for (SweepAnalysis analysis : analyses) {
      assertThat(analysis.comparisons()).hasSize(PAIRS.size());
      assertThat(analysis.comparisons()).allMatch(of -> of.bySeed() && of.n() == SEEDS);
    }
    String rows =
        PAIRS.stream()
            .map(
                pair ->
                    "| %s | %s |"
                        .formatted(
                            pair.listed(),
                            analyses.stream()
                                .map(analysis -> compared(analysis, pair))
                                .collect(Collectors.joining(" | "))))
            .collect(Collectors.joining("\n"));
    assertThatPageHas("comparisons", rows);
  }

  @Test
  void theTableOfPartsIsOfTheTrials() throws IOException {
    String rows =
        TASKS.stream()
            .flatMap(
                task ->
                    IntStream.range(0, PARTS.size())
                        .mapToObj(
                            part ->
                                "| %s | %s | %s |"
                                    .formatted(
                                        task,
                                        PARTS.get(part).drawn(),
                                        IntStream.range(0, MIXERS.size())
                                            .mapToObj(mixer -> change(task, part, mixer).cell())
                                            .collect(Collectors.joining(" | ")))))
            .collect(Collectors.joining("\n"));
    assertThatPageHas("parts", rows);
  }

  private Change change(String task, int part, int mixer) {
    return changes.get(task + part + mixer);
  }

  /** What each part changes beside each mixer on each task, with Holm over all of them. */
  private Map<String, Change> changes() {
    Map<String, MeanTest> tests = new LinkedHashMap<>();
    for (String task : TASKS) {
      for (int part = 0; part < PARTS.size(); part++) {
        for (int mixer = 0; mixer < MIXERS.size(); mixer++) {
          tests.put(task + part + mixer, differences(task, part, mixer));
        }
      }
    }
    double[] own = tests.values().stream().mapToDouble(MeanTest::twoSided).toArray();
    double[] adjusted = Holm.adjust(own);
    double[] levels = Holm.levels(Effect.LEVEL, own);
    Map<String, Change> found = new LinkedHashMap<>();
    for (Map.Entry<String, MeanTest> of : tests.entrySet()) {
      int at = found.size();
      MeanTest test = of.getValue();
      found.put(
          of.getKey(),
          new Change(
              test.summary().mean(), test.interval(1 - levels[at]), adjusted[at] <= Effect.LEVEL));
    }
    return found;
  }

  /** For each seed, the mean loss with a part less that without it, beside one mixer. */
  private MeanTest differences(String task, int part, int mixer) {
    Part of = PARTS.get(part);
    Predicate<Run> has = run -> run.cell().axes().get(of.axis()).equals(of.value());
    return MeanTest.of(
        IntStream.range(0, SEEDS)
            .mapToDouble(
                seed -> mean(task, mixer, seed, has) - mean(task, mixer, seed, has.negate()))
            .toArray());
  }

  private double mean(String task, int mixer, int seed, Predicate<Run> which) {
    return runs.get(task).stream()
        .filter(run -> run.replicate() == seed)
        .filter(run -> run.cell().axes().get("weights").equals(MIXERS.get(mixer)))
        .filter(which)
        .mapToDouble(Run::value)
        .average()
        .orElseThrow();
  }

  // ---- the table

  private SweepAnalysis analysis(String task) {
    return SweepAnalysis.of(
        Observations.of(
            "validation_loss",
            Optional.of(Goal.MINIMIZE),
            runs.get(task),
            new Observations.Excluded(0, 0, 0, true, 0, 0)));
  }

  private static Effect effect(SweepAnalysis analysis, String axes) {
    return Stream.concat(analysis.main().stream(), analysis.interactions().stream())
        .filter(effect -> axes(effect).equals(axes))
        .findFirst()
        .orElseThrow();
  }

  /** In the order of letters: the mixer, whose axis is {@code weights}, comes last. */
  private static String axes(Effect effect) {
    return String.join(" ", new TreeSet<>(effect.axes()));
  }

  private static String name(String axes) {
    return Stream.of(axes.split(" "))
        .map(
            axis ->
                PARTS.stream()
                    .filter(part -> part.axis().equals(axis))
                    .map(Part::listed)
                    .findFirst()
                    .orElse("mixer"))
        .collect(Collectors.joining(" x "));
  }

  private static String cell(Effect effect) {
    String p = Rounded.probability(effect.adjusted());
    String text =
        String.format(
            Locale.ROOT,
            "%.0f %%, p %s",
            100 * effect.share(),
            p.startsWith("<") ? "< " + p.substring(1) : effect.adjusted() == 1 ? "1.00" : p);
    return effect.shown() ? "**" + text + "**" : text;
  }

  private static String compared(SweepAnalysis analysis, Pair pair) {
    PairedComparison found =
        analysis.comparisons().stream()
            .filter(of -> of.axis().equals(pair.axis()))
            .filter(
                of -> Set.of(of.first(), of.second()).equals(Set.of(pair.first(), pair.second())))
            .findFirst()
            .orElseThrow();
    Interval of = found.interval();
    return found.first().equals(pair.first())
        ? cell(found.difference(), of, found.shown())
        : cell(-found.difference(), new Interval(-of.high(), -of.low()), found.shown());
  }

  private static String cell(double difference, Interval of, boolean shown) {
    String text =
        String.format(Locale.ROOT, "%+.3f (%+.3f to %+.3f)", difference, of.low(), of.high());
    return shown ? "**" + text + "**" : text;
  }

  // ---- the drawing

  private String drawing() {
    Svg svg = new Svg(900);
    double y = 24;
    for (String task : TASKS) {
      svg.text(
          12,
          y,
          Svg.Anchor.START,
          "font-weight='600' font-size='14'",
          task + ": change of validation loss (nats), lower is better");
      y = panel(svg, task, y + 12);
    }
    for (int mixer = 0; mixer < MIXERS.size(); mixer++) {
      svg.rectangle(12 + 110.0 * mixer, y, 12, 12, fill(mixer));
      svg.text(30 + 110.0 * mixer, y + 10, Svg.Anchor.START, "", MIXERS.get(mixer));
    }
    return svg.drawn(y + 24, "What each part changes beside each mixer");
  }

  private double panel(Svg svg, String task, double top) {
    List<Double> ends = new ArrayList<>(List.of(0.0));
    for (int part = 0; part < PARTS.size(); part++) {
      for (int mixer = 0; mixer < MIXERS.size(); mixer++) {
        Interval of = change(task, part, mixer).interval();
        ends.addAll(List.of(of.low(), of.high()));
      }
    }
    SvgAxis axis = SvgAxis.over(ends, 220, 830);
    double bottom = top + 40 * PARTS.size();
    axis.draw(svg, top, bottom);
    svg.line(axis.x(0), top, axis.x(0), bottom, "stroke='#666'");
    for (int part = 0; part < PARTS.size(); part++) {
      double y = top + 4 + 40 * part;
      svg.text(12, y + 20, Svg.Anchor.START, "", PARTS.get(part).drawn());
      for (int mixer = 0; mixer < MIXERS.size(); mixer++) {
        double change = change(task, part, mixer).mean();
        Interval interval = change(task, part, mixer).interval();
        double x = axis.x(change);
        double at = y + 11 * mixer;
        svg.rectangle(Math.min(x, axis.x(0)), at, Math.abs(x - axis.x(0)), 9, fill(mixer));
        svg.line(
            axis.x(interval.low()), at + 4.5, axis.x(interval.high()), at + 4.5, "stroke='#333'");
        svg.text(
            axis.x(change < 0 ? interval.low() : interval.high()) + (change < 0 ? -4 : 4),
            at + 8,
            change < 0 ? Svg.Anchor.END : Svg.Anchor.START,
            "font-size='9'",
            String.format(Locale.ROOT, "%+.3f", change));
      }
    }
    return bottom + 44;
  }

  private static String fill(int mixer) {
    return "fill='%s'".formatted(COLOURS.get(mixer));
  }

  // ---- the files

  private static void assertThatPageHas(String table, String rows) throws IOException {
    Path written = DRAWN.resolveSibling(table + ".md");
    Files.createDirectories(written.getParent());
    Files.writeString(written, rows + "\n");
    assertThat(page()).as("if the trials have changed, copy jobs/%s", written).contains(rows);
  }

  private static String page() throws IOException {
    return Files.readString(DOCS.resolve("atlas.md"));
  }

  private static List<Run> read(String task) {
    try {
      List<String> lines = Files.readAllLines(DOCS.resolve("atlas").resolve(task + ".csv"));
      String[] names = lines.get(0).split(",");
      List<Run> runs = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        String[] values = line.split(",");
        Map<String, String> axes = new TreeMap<>();
        for (int i = 0; i < 5; i++) {
          axes.put(names[i], values[i]);
        }
        int replicate = Integer.parseInt(values[5]);
        double loss = Double.parseDouble(values[6]);
        runs.add(new Run("t" + runs.size(), new Configuration(axes), replicate, loss));
      }
      return runs;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
