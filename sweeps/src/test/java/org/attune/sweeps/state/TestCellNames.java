package org.attune.sweeps.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

class TestCellNames {

  @Test
  void aTrialIsNamedByWhatVaries() {
    Configuration learned =
        cell("attention.gate", "learned", "train.learning-rate", "0.003", "seed", "7");
    Configuration none =
        cell("attention.gate", "none", "train.learning-rate", "1.2345678901E-5", "seed", "7");
    CellNames names = names(1, learned, none);

    assertThat(names.of(learned)).isEqualTo("gate=learned, learning-rate=0.003");
    assertThat(names.of(trial(none, 0))).isEqualTo("gate=none, learning-rate=1.23457e-5");
  }

  @Test
  void numbersHaveTheDigitsThatDistinguishThem() {
    Configuration first = cell("snapshot", "20240101");
    Configuration second = cell("snapshot", "20240102");
    Configuration third = cell("snapshot", "2.0E7");

    assertThat(names(1, first, second, third).of(first)).isEqualTo("snapshot=20240101");
    assertThat(names(1, first, second, third).of(third)).isEqualTo("snapshot=2e7");
    assertThat(names(1, first, third).of(first)).isEqualTo("snapshot=2.02401e7");
  }

  @Test
  void wordsThatLookLikeNumbersAreWrittenAsTyped() {
    Configuration longer = cell("version", "1.10");
    Configuration shorter = cell("version", "1.1");

    assertThat(names(1, longer, shorter).of(longer)).isEqualTo("version=1.10");
    assertThat(names(1, longer, shorter).of(shorter)).isEqualTo("version=1.1");
    assertThat(names(1, longer, shorter).isWord("version")).isTrue();
    assertThat(names(1, longer, cell("version", "1.2")).isWord("version")).isFalse();
  }

  @Test
  void aDeclaredWordIsWrittenAsTypedAlsoWhereItsNumberIsClear() throws Exception {
    String file =
        """
        sweep: versions
        task:
          command:
            run: "train {version}"
            parameters: {version: {choice: ["1.10", "1.20"]}}
            metrics: {loss: lower}
        axes: {version: ["1.10", "1.20"]}
        objective: {metric: loss, goal: minimize}
        """;
    AxisCatalog catalog = SpecFile.command("v.yaml", file).orElseThrow().catalog();
    SweepSpec spec = SpecFile.read("v.yaml", file, Map.of(), catalog);
    SweepHeader header = SpecHeader.of(spec, 2, 1, Map.of()).declaredBy(catalog.tree());
    CellNames names =
        CellNames.of(new SweepState(new Event.Opened(header, 1, Instant.EPOCH)).view());

    assertThat(names.of(spec.space(catalog.tree()).cell(0))).isEqualTo("version=1.10");
    assertThat(names.isWord("version")).isTrue();
  }

  @Test
  void wordsThatDifferInBlanksLookUnlike() {
    Map<String, String> shown = new TreeMap<>();
    shown.put("a b", "a b");
    shown.put("a  b", "\"a \\u0020b\"");
    shown.put("a\u00a0b", "\"a\\u00a0b\"");
    shown.put("a b ", "\"a b\\u0020\"");
    shown.put(" a b", "\"\\u0020a b\"");
    shown.put("a b\u200b", "\"a b\\u200b\"");
    shown.put("\"a b\\u0020\"", "\"\\\"a b\\\\u0020\\\"\"");
    Configuration[] cells =
        shown.keySet().stream().map(word -> cell("data", word)).toArray(Configuration[]::new);

    CellNames names = names(1, cells);

    assertThat(List.of(cells))
        .extracting(names::cell)
        .containsExactlyElementsOf(shown.values().stream().map("data="::concat).toList());
  }

  @Test
  void aWordThatReadsLikeTwoPartsOfANameIsQuoted() {
    Configuration one = cell("x", "1, y=2", "y", "3");
    Configuration other = cell("x", "1", "y", "2, y=3");

    assertThat(names(1, one, other).of(one)).isEqualTo("x=\"1, y=2\", y=3");
    assertThat(names(1, one, other).of(other)).isEqualTo("x=1, y=\"2, y=3\"");
  }

  @Test
  void cellsOfOnePointOfTheAxesAreNamedByWhatElseDiffers() {
    SweepHeader header =
        new SweepHeader(
            "p-1",
            "p",
            "sweep: p\naxes.train.learning-rate[0]: 0.1, 0.2\n",
            0,
            2,
            new Objective("loss", Objective.Goal.MINIMIZE),
            0,
            1,
            new TreeMap<>());
    SweepState state = new SweepState(new Event.Opened(header, 1, Instant.EPOCH));
    Configuration early = cell("train.learning-rate", "0.1", "train.steps", "10");
    Configuration late = cell("train.learning-rate", "0.1", "train.steps", "20");
    state.apply(new Event.Suggested(trial(early, 0), 0, Instant.EPOCH));
    state.apply(new Event.Suggested(trial(late, 0), 0, Instant.EPOCH));

    assertThat(CellNames.of(state.view()).of(early)).isEqualTo("learning-rate=0.1, steps=10");
    assertThat(CellNames.of(state.view()).of(late)).isEqualTo("learning-rate=0.1, steps=20");
  }

  /** Pairs that differ after the sixth digit, in case, in white space, or as word and number. */
  @Test
  void noTwoCellsOfAThousandPairsHaveOneName() {
    Random random = new Random(48);
    for (int pair = 0; pair < 1_000; pair++) {
      List<String> two = AlikeValues.pair(random);
      String other = String.valueOf(random.nextInt(3));
      Configuration first = cell("x", two.get(0), "y", other);
      Configuration second = cell("x", two.get(1), "y", other);
      CellNames names = names(1, first, second, cell("x", two.get(0), "y", "7"));

      assertThat(names.of(first)).as("%s", two).isNotEqualTo(names.of(second));
    }
  }

  @Test
  void keysThatEndAlikeKeepTheirWords() {
    Configuration one = cell("attention.a.lambda", "1", "attention.b.lambda", "2");
    Configuration other = cell("attention.a.lambda", "2", "attention.b.lambda", "1");

    assertThat(names(1, one, other).of(one)).isEqualTo("a.lambda=1, b.lambda=2");
  }

  @Test
  void aSettingThatComesWithOneOptionAtOneValueIsLeftOut() {
    Configuration softmax = cell("attention.weights", "softmax");
    Configuration ridge = cell("attention.weights", "ridge", "attention.weights.lambda", "1");

    assertThat(names(1, softmax, ridge).of(ridge)).isEqualTo("weights=ridge");
  }

  @Test
  void seedsAreCountedWhereThereAreSeveral() {
    Configuration cell = cell("train.steps", "5");

    assertThat(names(2, cell).of(trial(cell, 1))).isEqualTo("the only cell, replicate 1");
  }

  @Test
  void aCellHasTheNameThatTheUserGaveIt() throws Exception {
    SweepSpec spec =
        SpecFile.read(
            "sweep.yaml",
            """
            sweep: named
            task: induction
            cells:
              plain: {}
              gate: {attention.query: split}
              wide: {attention.query: split, model.width: 128}
            axes:
              train.learning-rate: [1e-3, 1e-2]
            objective: {metric: loss, goal: minimize}
            """,
            Map.of(),
            new SampleCatalog());
    SweepHeader header = SpecHeader.of(spec, 6, 1, Map.of());
    CellNames names =
        CellNames.of(new SweepState(new Event.Opened(header, 1, Instant.EPOCH)).view());

    assertThat(spec.space(SampleCatalog.TREE).cells()).isEqualTo(6);
    List<String> cells = new ArrayList<>();
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      cells.add(names.cell(spec.space(SampleCatalog.TREE).cell(i)));
      all.add(names.of(spec.space(SampleCatalog.TREE).cell(i)));
    }
    assertThat(cells).containsExactly("plain", "plain", "gate", "gate", "wide", "wide");
    assertThat(all.get(3)).isEqualTo("gate, learning-rate=0.01");
    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void withoutNamesTheFilesAxesNameACell() throws Exception {
    SweepSpec spec =
        SpecFile.read(
            "sweep.yaml",
            """
            sweep: swept
            task: induction
            axes:
              attention.query: [current, {split: {fraction: 0.25}}, {split: {fraction: 0.5}}]
            objective: {metric: loss, goal: minimize}
            """,
            Map.of(),
            new SampleCatalog());
    SweepHeader header = SpecHeader.of(spec, 3, 1, Map.of());
    CellNames names =
        CellNames.of(new SweepState(new Event.Opened(header, 1, Instant.EPOCH)).view());

    assertThat(names.cell(spec.space(SampleCatalog.TREE).cell(0))).isEqualTo("query=current");
    assertThat(names.cell(spec.space(SampleCatalog.TREE).cell(1)))
        .isEqualTo("query=split, fraction=0.25");
  }

  @Test
  void aPartIsNamedByItsFormula() {
    Configuration none = cell("attention.gate", "none");
    Configuration self = cell("attention.gate", "formula", "attention.gate.formula", "silu(y)");
    Configuration half = cell("attention.gate", "formula", "attention.gate.formula", "y / 2");
    Configuration word =
        cell("attention.gate", "computed", "attention.gate.formula", "sigmoid(q*v)");
    CellNames names = names(1, none, self, half, word);

    assertThat(names.of(none)).isEqualTo("gate=none");
    assertThat(names.of(self)).isEqualTo("gate=silu(y)");
    assertThat(names.of(word)).isEqualTo("gate=computed, formula=sigmoid(q*v)");
    assertThat(names.values(List.of("attention.gate.formula.t"), half)).isEmpty();
    assertThat(
            names.values(
                List.of("attention.gate", "attention.gate.formula.t"),
                half.filled(Map.of("attention.gate.formula.t", "2"))))
        .isEqualTo("gate=y / 2");
  }

  private static Configuration cell(String... keysAndValues) {
    SortedMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new Configuration(values);
  }

  private static Trial trial(Configuration cell, int replicate) {
    return Trial.of(0, cell, replicate, 0);
  }

  private static CellNames names(int replicates, Configuration... cells) {
    SweepHeader header =
        new SweepHeader(
            "s-1",
            "s",
            "",
            0,
            cells.length,
            new Objective("loss", Objective.Goal.MINIMIZE),
            0,
            1,
            new TreeMap<>(Map.of()));
    SweepState state = new SweepState(new Event.Opened(header, 1, Instant.EPOCH));
    for (Configuration cell : List.of(cells)) {
      for (int replicate = 0; replicate < replicates; replicate++) {
        state.apply(new Event.Suggested(trial(cell, replicate), 0, Instant.EPOCH));
      }
    }
    return CellNames.of(state.view());
  }
}
