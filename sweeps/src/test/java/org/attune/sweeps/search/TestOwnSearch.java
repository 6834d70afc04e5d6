package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.attune.api.catalog.Settings;
import org.attune.api.search.OwnSearch;
import org.attune.api.search.SearchSpace;
import org.attune.api.stopping.OwnStoppingRule;
import org.attune.sweeps.OwnClasses;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.spec.reader.SweepSchema;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.stopping.StoppingRules;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.study.Study;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The search method and the stopping rule that {@code docs/adding-a-search-method.md} puts into a
 * jar. The method keeps to the contract of the built-in ones.
 */
class TestOwnSearch extends TestSearchContract {

  private static final String PAGE = "adding-a-search-method.md";

  @TempDir static Path compiled;

  @TempDir Path folder;

  private static OwnClasses own;

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private URLClassLoader loader;

  @BeforeAll
  static void compile() throws Exception {
    own =
        new OwnClasses(compiled, PAGE)
            .with("HillClimb", OwnSearch.class)
            .with("GoodEnough", OwnStoppingRule.class);
  }

  /** The page's method alone: it takes the place of all methods in the contract. */
  static Stream<Arguments> methods() throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try {
      Thread.currentThread().setContextClassLoader(own.loader());
      SearchMethod method = SearchMethods.named("hill-climb");
      return Stream.of(Arguments.of(method, FINITE), Arguments.of(method, ENDLESS));
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @BeforeEach
  void install() throws Exception {
    loader = own.loader();
    Thread.currentThread().setContextClassLoader(loader);
  }

  @AfterEach
  void restore() throws Exception {
    Thread.currentThread().setContextClassLoader(before);
    loader.close();
  }

  private static String yaml() {
    return own.block("yaml", "hill-climb").replaceFirst(" *run: .*\n", ""); // Study asks
  }

  /** Each trial runs in an opening of its own, so the study resumes before each. */
  @Test
  void thePagesSweepIsSearchedStoppedAndResumed() throws Exception {
    Path results = folder.resolve("results");
    boolean more = true;
    while (more) {
      try (Study study = Study.open(results, yaml())) {
        more = study.ask().map(trial -> run(trial)).isPresent();
      }
    }

    SweepView sweep = SweepJournal.read(new LocalStorage(results));
    assertThat(sweep.counts().finished() + sweep.counts().stopped()).isEqualTo(20);
    assertThat(sweep.counts().stopped()).isPositive();
    // The best of those that no rule ended: what is better than 0.05 is stopped.
    assertThat(sweep.best().orElseThrow().objective().orElseThrow()).isBetween(0.05, 1.0);
  }

  private static Study.Asked run(Study.Asked trial) {
    double x = Double.parseDouble(trial.parameters().get("x"));
    double loss = (x - 3) * (x - 3);
    try {
      for (int step = 1; step <= 3 && trial.report(step, Map.of("loss", loss)); step++) {}
      trial.finish(Map.of("loss", loss));
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
    return trial;
  }

  @Test
  void theirSettingsAreCheckedAndInTheSchema() throws Exception {
    String wrong = yaml().replace("step: 0.2", "stp: 0.2").replace("value: 0.05", "value: low");

    assertThatThrownBy(() -> Study.open(folder.resolve("wrong"), wrong))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("search.stp: is not a setting of hill-climb")
        .hasMessageContaining("stop.good-enough.value: 'low' must be a number");
    assertThat(SweepSchema.of(SampleCatalog.CATALOG).toString())
        .contains("hill-climb", "how far a step goes", "good-enough", "a trial better than this");
  }

  @Test
  void withoutTheJarTheirNamesAreUnknown() throws Exception {
    Thread.currentThread().setContextClassLoader(before);

    assertThatThrownBy(() -> Study.open(folder.resolve("none"), yaml()))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("hill-climb")
        .hasMessageContaining("good-enough");
  }

  @Test
  void aNameThatIsTakenOrMisspelledIsRefused() throws Exception {
    refused("\"hill-climb\"", "\"tpe\"", "a search method 'tpe', but there is one already");
    refused("\"hill-climb\"", "\"Hill Climb\"", "'Hill Climb', but names are kebab-case");
    refused("\"step\"", "\"method\"", "the setting 'method', but every search method has one");
  }

  @Test
  void aRuleHasNoSettingThatEveryRuleHas() throws Exception {
    for (String taken : List.of("metric", "goal", "length")) {
      String source =
          own.block("java", "class GoodEnough").replace("\"value\"", "\"" + taken + "\"");
      try (URLClassLoader wrong =
          new OwnClasses(folder, PAGE).with("GoodEnough", OwnStoppingRule.class, source).loader()) {
        Thread.currentThread()
            .setContextClassLoader(
                new URLClassLoader(wrong.getURLs(), TestOwnSearch.class.getClassLoader()));
        assertThatThrownBy(StoppingRules::all)
            .hasMessageContaining("the setting '" + taken + "', but every stopping rule has one");
      }
    }
  }

  private void refused(String text, String by, String message) throws Exception {
    String source = own.block("java", "class HillClimb").replace(text, by);
    try (URLClassLoader wrong =
        new OwnClasses(folder, PAGE).with("HillClimb", OwnSearch.class, source).loader()) {
      Thread.currentThread()
          .setContextClassLoader(
              new URLClassLoader(wrong.getURLs(), TestOwnSearch.class.getClassLoader()));
      assertThatThrownBy(SearchMethods::all)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("HillClimb brings")
          .hasMessageContaining(message);
    }
  }

  @Test
  void aSpaceTurnsPointsIntoCells() throws Exception {
    SweepSpec spec = SpecFile.read("s.yaml", FINITE, Map.of(), SampleCatalog.CATALOG);
    SearchSpace space =
        new SearchProblem(
            spec.space(SampleCatalog.TREE),
            SampleCatalog.CATALOG,
            spec.constraints(),
            3,
            2,
            List.of(spec.objective()),
            OptionalLong.of(9),
            Settings.NONE,
            List.of());

    assertThat(space.cells()).isEqualTo((1 + 2) * (1 + 4) * 2);
    assertThat(space.cell(new double[space.dimensions()])).isEqualTo(space.cell(0));
    assertThat(space.wantedCells()).isEqualTo((9 + 1) / 2);
    assertThatThrownBy(() -> space.cell(new double[] {0}))
        .hasMessageContaining("1 fractions: the space has " + space.dimensions());
    double[] outside = new double[space.dimensions()];
    outside[0] = 1;
    assertThatThrownBy(() -> space.cell(outside)).hasMessageContaining("fraction 1.0");
  }
}
