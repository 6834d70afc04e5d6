package org.attune.sweeps.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Settings;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestDesign {

  private static final String FILE =
      """
      sweep: gates
      axes: {attention.gate: [none, learned]}
      replicates: 3
      objective: {metric: loss, goal: minimize}
      """;

  @ParameterizedTest
  @CsvSource({
    "'method: grid', false",
    "'method: random, trials: 4', false",
    "'method: sobol, trials: 4', false",
    "'method: sobol, trials: 4, seeds: promising', true",
    "'method: tpe, trials: 4', true",
    "'method: evolution, trials: 4', true",
    "'method: auto, trials: 4', true"
  })
  void theMethodSaysWhetherItLooksAtResults(String search, boolean looks) throws Exception {
    SweepSpec spec = spec(FILE + "search: {" + search + "}\n");

    assertThat(design(spec).looksAtResults()).isEqualTo(looks);
    assertThat(Design.ofText(CanonicalText.of(spec)).looksAtResults()).isEqualTo(looks);
  }

  @ParameterizedTest
  @MethodSource("org.attune.sweeps.search.SearchMethods#builtIn")
  void aTextSaysOfEachMethodWhatItsDeclarationSays(SearchMethod method) {
    Design design = Design.ofText("sweep: s\nsearch: " + method.name() + "\nreplicates: 2\n");

    assertThat(design.looksAtResults()).isEqualTo(method.looksAtResults(Settings.NONE));
    assertThat(design.exhaustive()).isEqualTo(method.exhaustive());
  }

  @Test
  void aTextOfAnEarlierVersionGivesTheSameDesign() throws Exception {
    for (String more :
        new String[] {
          "", "search: {method: random, trials: 4}\n", "stop: {patience: {reports: 5}}\n"
        }) {
      SweepSpec spec = spec(FILE + more);
      assertThat(Design.ofText(CanonicalText.of(spec)))
          .usingRecursiveComparison()
          .ignoringFields("axes") // the text says them
          .isEqualTo(design(spec));
    }
  }

  @Test
  void aSweepGoesOnWithTheHeldOutExamplesThatItBeganWith() throws Exception {
    SweepHeader header = SpecHeader.of(spec(FILE), 6, 1, Map.of());
    SweepHeader now = header.judgedOn(Optional.of("new examples of this task"));

    assertThat(header.resumedWith(now).design().heldOut()).isEmpty();
    assertThat(now.resumedWith(header).design().heldOut()).contains("new examples of this task");
    assertThat(header.design().coverage())
        .isEqualTo(
            "Intervals are for new seeds alone: seeds share their held-out examples, unless a"
                + " program draws its own.");
    assertThat(now.design().coverage())
        .isEqualTo("Intervals are for new seeds and new examples of this task.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"random-walk", "grid-refine", "sobol-ucb", "hill-climb"})
  void aMethodOfAJarLooksAtResultsHoweverItIsCalled(String method) {
    Design design = Design.ofText("sweep: own\nsearch: " + method + ", trials 8\nreplicates: 2\n");

    assertThat(design.looksAtResults()).isTrue();
    assertThat(design.method()).isEqualTo(method);
    assertThat(design.settings()).isEqualTo(Map.of("trials", "8"));
    assertThat(design.replicates()).contains(Replicates.of(2));
  }

  @Test
  void aProgramsOwnLinesAreNotTheSearch() {
    Design design =
        Design.ofText(
            """
            sweep: own
            task.command: python3 - <<X
            search: grid
            replicates: 9
            X
            search: tpe, trials 8
            replicates: 2
            """);

    assertThat(design.looksAtResults()).isTrue();
    assertThat(design.replicates()).contains(Replicates.of(2));
  }

  @Test
  void onlyABlindDrawDependsOnTheBudget() throws Exception {
    assertThat(design(spec(FILE)).draw(8)).isEmpty();
    assertThat(design(spec(FILE + "search: {method: tpe, trials: 4}\n")).draw(8)).isEmpty();
    assertThat(design(spec(FILE + "search: {method: random, trials: 4}\n")).draw(8))
        .contains("random {trials=4}");
    assertThat(design(spec(FILE + "search: {method: sobol}\nbudget: {trials: 24}\n")).draw(8))
        .contains("sobol {seeds=every-cell, trials=8}");
  }

  private static SweepSpec spec(String file) throws Exception {
    return SpecFile.read("gates.yaml", file, Map.of(), SampleCatalog.CATALOG);
  }

  private static Design design(SweepSpec spec) {
    return SpecHeader.of(spec, 1, 1, Map.of()).design();
  }
}
