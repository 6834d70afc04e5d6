package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.search.Proposal;
import org.attune.api.search.Trial;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.table.Table;
import org.attune.sweeps.table.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TestTrialCatalog {

  /** Where a user looks for sweep files: tests run in their module's folder. */
  private static final Path SWEEPS = Path.of("..", "sweeps");

  private static final TrialCatalog CATALOG = new TrialCatalog();
  private static final ParameterTree TREE = CATALOG.tree();

  static List<Parameter> everyParameter() {
    List<Parameter> all = new ArrayList<>();
    CATALOG.parameters().forEach(parameter -> add(parameter, all));
    return all;
  }

  private static void add(Parameter parameter, List<Parameter> all) {
    all.add(parameter);
    parameter.options().forEach(o -> o.parameters().forEach(child -> add(child, all)));
  }

  static List<Path> sweepFiles() throws Exception {
    List<Path> files = new ArrayList<>();
    for (Path folder : List.of(SWEEPS, SWEEPS.resolve("papers"))) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> entries = Files.list(folder)) {
          entries.filter(file -> file.toString().endsWith(".yaml")).sorted().forEach(files::add);
        }
      }
    }
    return files;
  }

  @ParameterizedTest
  @MethodSource("everyParameter")
  void aParameterIsNamedDescribedAndHasAValidDefault(Parameter parameter) {
    assertThat(parameter.key()).matches("[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)*");
    assertThat(parameter.column()).matches("[a-z][a-z0-9_]*");
    assertThat(parameter.describes()).isNotBlank().doesNotContain("\n");
    assertThat(parameter.source()).isNotBlank();
    assertThat(parameter.domain().canonical(parameter.defaultValue()))
        .isEqualTo(parameter.defaultValue());
  }

  @ParameterizedTest
  @MethodSource("everyParameter")
  void theOptionsOfAChoiceAreToldApart(Parameter parameter) {
    if (parameter.domain() instanceof Domain.Choice choice) {
      assertThat(choice.names()).doesNotHaveDuplicates().noneMatch(String::isBlank);
      assertThat(parameter.options())
          .extracting(Option::describes)
          .allMatch(description -> !description.isBlank() && !description.contains("\n"));
      assertThat(parameter.options())
          .as("an option says more than its name, and where it is from")
          .allMatch(option -> !option.describes().equals(option.name()))
          .allMatch(option -> !option.source().isBlank());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lr | 'lr' is called 'train.learning-rate' here",
        "train.lr | 'lr' is called 'train.learning-rate' here",
        "d_model | 'd_model' is called 'model.width' here",
        "hidden_size | 'hidden_size' is called 'model.width' here",
        "n_heads | 'n_heads' is called 'model.heads' here",
        "model.num_layers | 'num_layers' is called 'model.layers' here",
        "batch_size | 'batch_size' is called 'train.batch' here",
        "seq_len | 'seq_len' is called 'task.length' here",
        "num_epochs | training is counted in steps here: train.steps",
        "dropout | dropout has three rates here: train.dropout.weights, .stream and .input",
        "kernel_size | kernels over scores have two sizes here: attention.score-conv: {kernel-query: 6, kernel-key: 11}",
      })
  void aWordFromElsewhereIsExplained(String given, String clause) {
    assertThat(CATALOG.tree().hint(given, CATALOG.tree().keys())).isEqualTo("; " + clause);
  }

  @Test
  void noTwoKeysShareAColumn() {
    Map<String, String> keys = new HashMap<>();
    for (Parameter parameter : everyParameter()) {
      assertThat(keys.merge(parameter.column(), parameter.key(), (first, next) -> first))
          .as(parameter.column())
          .isEqualTo(parameter.key());
    }
  }

  @Test
  void noParameterTakesAColumnThatTheTablesHave() {
    Set<String> columns = Set.copyOf(everyParameter().stream().map(Parameter::column).toList());
    for (String table : List.of("trials", "attempts")) {
      assertThat(columns).doesNotContainAnyElementsOf(names(Tables.named(table).orElseThrow()));
    }
  }

  private static List<String> names(Table<?> table) {
    return table.schema().columns().stream().map(column -> column.name()).toList();
  }

  @Test
  void theColumnsThatNotebooksRelyOnAreThere() {
    assertThat(everyParameter())
        .extracting(Parameter::column)
        .contains(
            "task", "gate", "query", "split_fraction", "weights", "kernel_query", "kernel_key");
  }

  @Test
  void theDefaultsMakeAModelThatCanBeTrained() {
    Configuration defaults = Configuration.of(TREE, Map.of());

    assertThat(CATALOG.conflicts(defaults)).isEmpty();
    assertThat(CATALOG.cost(defaults).parameters()).isPositive();
    assertThat(CATALOG.cost(defaults).flops()).isPositive();
  }

  @Test
  void aWiderModelCostsMore() {
    Configuration narrow = Configuration.of(TREE, Map.of("model.width", "64"));
    Configuration wide = Configuration.of(TREE, Map.of("model.width", "128"));

    assertThat(CATALOG.cost(wide).parameters()).isGreaterThan(CATALOG.cost(narrow).parameters());
    assertThat(CATALOG.cost(wide).flops()).isGreaterThan(CATALOG.cost(narrow).flops());
  }

  @Test
  void headsThatDoNotDivideTheWidthAreAConflict() {
    Configuration uneven = Configuration.of(TREE, Map.of("model.width", "64", "model.heads", "7"));

    assertThat(CATALOG.conflicts(uneven))
        .anySatisfy(reason -> assertThat(reason).contains("heads", "7", "width", "64"));
  }

  @Test
  void aConflictIsToldOfTheCellsThatHaveIt() {
    String yaml =
        """
        sweep: uneven
        task: text
        model: {width: 64}
        axes: {model.heads: [4, 7]}
        objective: {metric: validation_loss, goal: minimize}
        """;

    assertThatThrownBy(() -> SpecFile.read("uneven.yaml", yaml, Map.of(), CATALOG))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("uneven.yaml:4:")
        .hasMessageContaining("{model.heads=7}")
        .hasMessageNotContaining("{model.heads=4}");
  }

  @Test
  void theQuickstartIsEighteenTrials() throws Exception {
    assertThat(sweepFiles()).contains(SWEEPS.resolve("quickstart.yaml"));
    SweepSpec quickstart = read(SWEEPS.resolve("quickstart.yaml"));

    assertThat(quickstart.newSearch(CATALOG).trials()).isEqualTo(18);
  }

  @ParameterizedTest
  @MethodSource("sweepFiles")
  void everySweepFileThatIsShippedCanBeRun(Path file) throws Exception {
    boolean scaled = file.getParent().endsWith("papers");
    Map<String, String> scale = scaled ? Map.of("scale", "smoke") : Map.of();
    SweepSpec spec = SpecFile.read(file.toString(), Files.readString(file), scale, CATALOG);

    assertThat(spec.newSearch(CATALOG).ask()).isInstanceOf(Proposal.Run.class);
    assertThat(spec.name()).isNotEmpty();
  }

  private static SweepSpec read(Path file) throws Exception {
    return SpecFile.read(file.toString(), Files.readString(file), Map.of(), CATALOG);
  }

  /** Recorded before there were quiet settings: a sweep that was begun then must be found again. */
  @Test
  void trialsKeepTheirIds() throws Exception {
    String yaml =
        """
        sweep: killed
        task: {name: induction, period: 12, symbols: 24}
        model: {width: 32, layers: 2, heads: 2}
        train: {steps: 1500, batch: 16, learning-rate: 3e-3}
        axes:
          attention.weights: [clusters, softmax]
        objective: {metric: validation_loss, goal: minimize}
        """;
    SweepSpec spec = SpecFile.read("killed.yaml", yaml, Map.of(), CATALOG);

    Space space = spec.space(TREE);
    assertThat(Trial.of(0, space.cell(0), 0, 0).id()).isEqualTo("3b9025761cdc-0");
    assertThat(Trial.of(1, space.cell(1), 0, 0).id()).isEqualTo("07a803c0b84e-0");
    assertThat(Configuration.sha256(CanonicalText.of(spec)))
        .isEqualTo("41726f8640a6076180c184bc81945fcad1f8f4a42e39dbb2c5dcf1fd8523a2f7");
  }

  @Test
  void aQuietSettingIsThereWhereItIsSet() {
    Configuration said = Configuration.of(TREE, Map.of("train.optimizer.beta1", "0.8"));

    assertThat(said.text("train.optimizer.beta1")).isEqualTo("0.8");
    assertThat(Configuration.of(TREE, Map.of()).has("train.optimizer.beta1")).isFalse();
    assertThat(
            Configuration.of(TREE, Map.of("train.decay-gains", "false")).has("train.decay-gains"))
        .isTrue();
    assertThat(Configuration.of(TREE, Map.of()).has("train.decay-gains")).isFalse();
    assertThat(
            Configuration.of(TREE, Map.of("model.kind", "neural-process"))
                .has("model.kind.averages"))
        .isFalse();
  }
}
