package org.attune.sweeps.spec.axes;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.FormulaLanguage;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

class TestEqualParameters {

  private static final FormulaLanguage LANGUAGE =
      (place, text, names) -> names.getOrDefault(text, text);

  /**
   * A gate costs 1,000 parameters a layer, a split query 10, a formula one for each of its
   * characters. Heads divide the width.
   */
  private static final AxisCatalog CATALOG =
      new AxisCatalog() {
        @Override
        public List<Parameter> parameters() {
          Parameter formula =
              new Parameter(
                  "model.mlp.formula",
                  "mlp_formula",
                  new Domain.Formula("model.mlp", LANGUAGE),
                  "x",
                  "for tests",
                  "");
          return Stream.concat(
                  SampleCatalog.CATALOG.parameters().stream(),
                  Stream.of(
                      Parameter.integer("train.warm-up", "warm_up", 0, 1000, 0, "for tests"),
                      Parameter.choice(
                          "model.mlp",
                          "mlp",
                          "for tests",
                          List.of(
                              Option.of("none", "for tests", ""),
                              Option.of("formula", "for tests", "", formula)))))
              .toList();
        }

        @Override
        public List<String> conflicts(Configuration of) {
          return of.integer("model.width") % of.integer("model.heads") == 0
              ? SampleCatalog.CATALOG.conflicts(of)
              : List.of("heads do not divide the width");
        }

        @Override
        public List<Metric> metrics(Configuration of) {
          return SampleCatalog.CATALOG.metrics(of);
        }

        @Override
        public Cost cost(Configuration of) {
          long own = of.text("attention.gate").equals("none") ? 0 : 1000;
          own += of.text("attention.query").equals("split") ? 10 : 0;
          own += of.has("model.mlp.formula") ? of.text("model.mlp.formula").length() : 0;
          long all = of.integer("model.layers") * (own + 64 * of.integer("model.width"));
          return new Cost(all, all, 6.0 * all, of.integer("train.steps"));
        }
      };

  private static final String FILE =
      """
      sweep: equal
      model.width: 128
      cells:
        plain: {}
        gate: {attention.gate: learned}
        split: {attention.query: split}
        own: {attention.gate: computed, model.width: 128}
      match: {parameters: model.width}
      axes: {train.learning-rate: [1e-3, 1e-2]}
      objective: {metric: loss, goal: minimize}
      """;

  private static SweepSpec read(String yaml) throws SpecException {
    return SpecFile.read("sweep.yaml", yaml, Map.of(), CATALOG);
  }

  private static String width(SweepSpec spec, String cell) {
    return spec.comparison().cells().get(cell + " / learning-rate=0.001").text("model.width");
  }

  @Test
  void solvesEachCellThatDoesNotSayItself() throws Exception {
    SweepSpec spec = read(FILE);

    assertThat(width(spec, "plain")).isEqualTo("128");
    assertThat(width(spec, "gate")).isEqualTo("112"); // 1000 + 64 w nearest to 8,192: 8,168
    assertThat(width(spec, "split")).isEqualTo("128");
    assertThat(width(spec, "own")).isEqualTo("128");
  }

  @Test
  void whatIsSolvedIsPartOfTheSweepsText() throws Exception {
    String solved = CanonicalText.of(read(FILE));

    assertThat(solved)
        .contains("axes.cells[1].model.width: 112")
        .isEqualTo(CanonicalText.of(read(FILE)));
    String byHand =
        FILE.replace("match: {parameters: model.width}\n", "")
            .replace(
                "gate: {attention.gate: learned}",
                "gate: {attention.gate: learned, model.width: 112}")
            .replace(
                "split: {attention.query: split}",
                "split: {attention.query: split, model.width: 128}");
    assertThat(CanonicalText.of(read(byHand))).isEqualTo(solved);
  }

  @Test
  void anotherCellCanBeTheOneToEqual() throws Exception {
    SweepSpec spec =
        read(FILE.replace("{parameters: model.width}", "{parameters: model.width, of: own}"));

    assertThat(width(spec, "plain")).isEqualTo("144"); // 9,192 of 64 w: 9,216
  }

  @Test
  void saysWhatCannotBeMatched() {
    refused(
        FILE.replace("{parameters: model.width}", "flops"), "match: 'flops' must be 'parameters'");
    refused(
        FILE.replace("model.width}", "model.width, of: plane}"),
        "there is no cell 'plane'",
        "plain");
    refused(
        FILE.replace("parameters: model.width", "parameters: model.wide"),
        "match.parameters: unknown parameter");
    refused(
        FILE.replace("parameters: model.width", "parameters: train.dropout"),
        "is not a whole number");
    refused(
        FILE.replace("axes: {", "axes: {model.layers: [1, 2], "),
        "axes.model.layers changes the number of parameters");
    refused(
        FILE.replace("model.width: 128\ncells", "model.width: 8\ncells"),
        "cell 'gate' cannot have the 512 parameters of 'plain'",
        "the nearest is 1,256, at model.width=4");
    refused(
        """
        sweep: none
        match: parameters
        axes: {train.learning-rate: [1e-3, 1e-2]}
        objective: {metric: loss, goal: minimize}
        """,
        "needs named cells");
  }

  @Test
  void numbersThatConflictArePassedOver() throws Exception {
    SweepSpec spec =
        read(FILE.replace("model.width: 128\ncells", "model: {heads: 16, width: 128}\ncells"));

    assertThat(width(spec, "gate")).isEqualTo("112"); // of 96, 112 and 128: 8,168 for 8,192
  }

  @Test
  void aNumberThatStandsAtZeroIsTriedUpToItsLargest() {
    refused(
        """
        sweep: equal
        cells: {plain: {attention.gate: learned}, thin: {attention.gate: none}}
        match: {parameters: train.warm-up, of: plain}
        objective: {metric: loss, goal: minimize}
        """,
        "cell 'thin' cannot have the 5,096 parameters of 'plain'",
        "the nearest is 4,096, at train.warm-up=0");
  }

  @Test
  void aCellWithoutTheNumberMustBeEqualAsItIs() throws Exception {
    String solved =
        FILE.replace("parameters: model.width", "parameters: attention.score-conv.kernel-query");

    refused(
        solved,
        "cell 'gate' has no attention.score-conv.kernel-query to solve for and 9,192 parameters,"
            + " not the 8,192 of 'plain'; set it in the cell, or solve for model.feed-forward");
    SweepSpec spec =
        read(solved.lines().filter(line -> !line.contains("gate")).collect(joining("\n")));
    assertThat(width(spec, "split")).isEqualTo("128"); // 8,202 parameters
  }

  @Test
  void anAxisOfASearchMayNotChangeTheNumberEither() throws Exception {
    String searched = FILE + "search: {method: random, trials: 4}\n";
    assertThat(read(searched.replace("[1e-3, 1e-2]", "{log-uniform: [1e-3, 1e-2]}"))).isNotNull();

    refused(
        searched.replace("axes: {", "axes: {model.layers: {uniform: [1, 8]}, "),
        "axes.model.layers changes the number of parameters");
    refused(
        searched.replace("axes: {", "axes: {model.mlp: {formula: f, f: [x, y + x]}, "),
        "axes.model.mlp changes the number of parameters");
  }

  private static void refused(String yaml, String... says) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(SpecException.class)
        .hasMessageContainingAll(says);
  }
}
