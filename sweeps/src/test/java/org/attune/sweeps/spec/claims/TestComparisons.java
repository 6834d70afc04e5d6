package org.attune.sweeps.spec.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.verdict.AuthorsSettings;
import org.junit.jupiter.api.Test;

/** Named cells, scales, claims and tables in sweep files. */
class TestComparisons {

  private static final String GATES =
      """
sweep: gates
task: {name: induction, symbols: 64, period: 8}
model: {width: 64, heads: 4}
train.steps: 1000
scale: small
scales:
  smoke: {train: {steps: 2}, task.symbols: 8, replicates: 1, cells: {wide: {model.width: 128}}}
  small: {model.width: 32, axes: {model.layers: [1, 2]}}
  paper: {}
cells:
  plain: {}
  wide: {model.width: 96}
  split: {attention.query: {split: {fraction: 0.25}}}
axes:
  model.layers: [1, 2, 4]
replicates: {at-least: 3, at-most: 12, until: decided}
objective: {metric: loss, goal: minimize}
claims:
  - says: Splitting helps
    cell: split / layers=2
    is: below
    of: plain / layers=2
    by: 0.02
    paper: 1.25 against 1.47
    where: Some paper, table 1
  - {says: It copies, cell: split / layers=2, metric: copies, is: above, of: 0.5,
     test: {solved: {at-least: 0.9}}}
  - {says: Width is worth half, cell: wide / layers=1, is: below,
     of: {cell: plain / layers=1, metric: copies, times: 0.5}}
table:
  title: Splitting
  source: Some paper
  columns:
    - {metric: loss, floor: 4.16, paper: {plain / layers=2: 1.47, split / layers=2: 1.25 ± 0.1}}
    - {metric: copies}
  controls: {split / layers=2: wide / layers=2}
  notes: [These are not the paper's widths.]
  settings:
    - {setting: width, authors: 3.2e1, key: model.width, cell: plain}
    - {setting: layers, authors: 12, key: model.layers}
    - {setting: corpus, authors: a novel, ours: random symbols}
    - {setting: rate, authors: 1e-3, ours: the same, inferred: from its code}
""";

  @Test
  void cellsHaveLabelsAndMayOverrideWhatIsFixed() throws Exception {
    Comparison comparison = read(Map.of()).comparison();

    assertThat(comparison.cells().keySet())
        .containsExactly(
            "plain / layers=1",
            "plain / layers=2",
            "wide / layers=1",
            "wide / layers=2",
            "split / layers=1",
            "split / layers=2");
    Configuration split = comparison.cells().get("split / layers=2");
    assertThat(split.text("attention.query.fraction")).isEqualTo("0.25");
    assertThat(split.text("model.width")).isEqualTo("32");
    assertThat(comparison.cells().get("wide / layers=1").text("model.width")).isEqualTo("96");
  }

  @Test
  void aScaleStandsInPlaceOfWhatTheFileSays() throws Exception {
    SweepSpec smoke = read(Map.of("scale", "smoke", "model.layers", "[1, 2]"));
    SweepSpec paper = read(Map.of("scale", "paper"));

    assertThat(smoke.name()).isEqualTo("gates-smoke");
    assertThat(smoke.base().text("train.steps")).isEqualTo("2");
    assertThat(smoke.base().text("task.symbols")).isEqualTo("8");
    assertThat(smoke.comparison().cells().get("wide / layers=1").text("model.width"))
        .isEqualTo("128");
    assertThat(smoke.base().text("task.period")).isEqualTo("8");
    assertThat(smoke.replicates()).isEqualTo(Replicates.of(1));
    assertThat(paper.base().text("model.width")).isEqualTo("64");
    assertThat(paper.comparison().cells()).hasSize(9);
    assertThat(paper.replicates()).isEqualTo(new Replicates(3, 12, true));
  }

  @Test
  void whatIsSetOnTheCommandLineStandsInPlaceOfTheScale() throws Exception {
    SweepSpec spec = read(Map.of("train.steps", "7", "scale", "smoke", "model.layers", "[1, 2]"));

    assertThat(spec.base().text("train.steps")).isEqualTo("7");
    // Cells that set it are overridden too, and are then one: that is refused.
    assertThat(problem(Map.of("model.width", "16")))
        .contains("'plain / layers=1' and 'wide / layers=1' are the same cell; remove one of them");
  }

  @Test
  void claimsAreData() throws Exception {
    Comparison comparison = read(Map.of()).comparison();
    Claim first = comparison.claims().get(0);

    assertThat(first.says()).isEqualTo("Splitting helps");
    assertThat(first.relation()).isEqualTo(Relation.BELOW);
    assertThat(first.margin()).isEqualTo(0.02);
    assertThat(first.subject().metric()).isEqualTo("loss");
    assertThat(first.subject().cell()).isEqualTo(comparison.cells().get("split / layers=2"));
    assertThat(first.reference()).hasToString("plain / layers=2");
    assertThat(first.paper()).isEqualTo("1.25 against 1.47");
    assertThat(first.where()).isEqualTo("Some paper, table 1");
    assertThat(first.outcome()).isEqualTo(Outcome.VALUE);

    Claim second = comparison.claims().get(1);
    assertThat(second.outcome()).isEqualTo(new Outcome.Solved(0.9, true));
    assertThat(second.reference()).isEqualTo(new Reference.OfNumber(0.5));

    Reference.OfCell third = (Reference.OfCell) comparison.claims().get(2).reference();
    assertThat(third.times()).isEqualTo(0.5);
    assertThat(third.measure().metric()).isEqualTo("copies");
  }

  @Test
  void tablesAreData() throws Exception {
    Layout layout = read(Map.of()).comparison().layout();

    assertThat(layout.title()).isEqualTo("Splitting");
    assertThat(layout.columns()).hasSize(2);
    assertThat(layout.columns().get(0).paper())
        .containsEntry("split / layers=2", "1.25 ± 0.1")
        .hasSize(2);
    assertThat(layout.columns().get(0).floor()).contains(new Layout.Floor.OfNumber(4.16));
    assertThat(layout.columns().get(1).floor()).isEqualTo(Optional.empty());
    assertThat(layout.controls()).containsEntry("split / layers=2", "wide / layers=2");
    assertThat(layout.notes()).containsExactly("These are not the paper's widths.");
  }

  @Test
  void theAuthorsSettingsStandBesideOurs() throws Exception {
    AuthorsSettings settings = AuthorsSettings.of(read(Map.of()).comparison().layout());

    assertThat(settings.rows())
        .containsExactly(
            new AuthorsSettings.Row("width", "32", Optional.empty(), "32"),
            new AuthorsSettings.Row("layers", "12", Optional.empty(), "1 or 2"),
            new AuthorsSettings.Row("corpus", "a novel", Optional.empty(), "random symbols"),
            new AuthorsSettings.Row("rate", "0.001", Optional.of("from its code"), "0.001"));
    assertThat(settings.rows().stream().map(AuthorsSettings.Row::differs))
        .containsExactly(false, true, true, false);
    assertThat(settings.agree()).isFalse();
    assertThat(new AuthorsSettings(List.of(settings.rows().get(0), settings.rows().get(3))).agree())
        .isTrue();
    assertThat(new AuthorsSettings(List.of()).agree()).isFalse();
  }

  @Test
  void aRowOfSettingsThatNamesNothingIsRefused() {
    assertThatThrownBy(() -> read(GATES.replace("key: model.layers", "key: model.layer"), Map.of()))
        .hasMessageContaining(
            "table.settings[1].key: no cell has a setting 'model.layer'; did you mean"
                + " 'model.layers'?");
    assertThatThrownBy(
            () -> read(GATES.replace("key: model.layers", "ours: 1, key: model.layers"), Map.of()))
        .hasMessageContaining(
            "table.settings[1]: needs our value once: key: KEY, such as model.layers, or ours:"
                + " VALUE");
    assertThatThrownBy(() -> read(GATES.replace("authors: a novel, ", ""), Map.of()))
        .hasMessageContaining("table.settings[2]: needs setting: NAME and authors: VALUE");
  }

  @Test
  void aNameWithoutAnAxisValueStandsForAllCellsThatItFits() throws Exception {
    String file =
        GATES
            .replace("paper: {plain / layers=2: 1.47,", "paper: {plain: 1.47,")
            .replace("{split / layers=2: wide / layers=2}", "{split: wide}");
    Layout layout = read(file, Map.of()).comparison().layout();

    assertThat(layout.columns().get(0).paper())
        .containsEntry("plain / layers=1", "1.47")
        .containsEntry("plain / layers=2", "1.47")
        .containsEntry("split / layers=2", "1.25 ± 0.1")
        .hasSize(3);
    assertThat(layout.controls())
        .containsEntry("split / layers=1", "wide / layers=1")
        .containsEntry("split / layers=2", "wide / layers=2")
        .hasSize(2);
  }

  @Test
  void whatClaimsSayIsOfTheSweepsIdentityOnlyWhereItDecidesSeeds() throws Exception {
    String words = GATES.replace("Splitting helps", "Splitting is better");
    String margin = GATES.replace("by: 0.02", "by: 0.03");

    assertThat(CanonicalText.of(read(words, Map.of()))).isEqualTo(CanonicalText.of(read(Map.of())));
    assertThat(CanonicalText.of(read(margin, Map.of())))
        .isNotEqualTo(CanonicalText.of(read(Map.of())));
    assertThat(CanonicalText.of(read(margin, Map.of("replicates", "3"))))
        .isEqualTo(CanonicalText.of(read(Map.of("replicates", "3"))));
  }

  @Test
  void labelsTellOptionsFlagsAndNumbersApart() throws Exception {
    SweepSpec spec =
        read(
            """
            sweep: s
            objective: {metric: loss, goal: minimize}
            axes:
              attention.query: [current, {split: {fraction: [0.25, 0.5]}}]
              model.tied: [true, false]
            """,
            Map.of());

    assertThat(spec.comparison().cells().keySet())
        .startsWith(
            "current / tied=true", "current / tied=false", "split fraction=0.25 / tied=true")
        .hasSize(6);
    assertThat(spec.comparison().claims()).isEmpty();
    assertThat(spec.comparison().layout()).isEqualTo(Layout.of("loss"));
  }

  private static SweepSpec read(Map<String, String> overrides) throws SpecException {
    return read(GATES, overrides);
  }

  private static SweepSpec read(String yaml, Map<String, String> overrides) throws SpecException {
    return SpecFile.read("s.yaml", yaml, overrides, SampleCatalog.CATALOG);
  }

  private static String problem(Map<String, String> overrides) {
    try {
      read(overrides);
      return "";
    } catch (SpecException refused) {
      return refused.getMessage();
    }
  }
}
