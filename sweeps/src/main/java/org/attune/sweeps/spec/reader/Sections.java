package org.attune.sweeps.spec.reader;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.axes.EqualParameters;
import org.attune.sweeps.spec.claims.ClaimsReader;
import org.attune.sweeps.spec.claims.LayoutReader;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.attune.sweeps.stopping.StoppingRules;
import org.yaml.snakeyaml.nodes.MappingNode;

/** The top-level keys of a sweep file that are not parameters. */
final class Sections {

  static final Key<String> SWEEP =
      new Key<>(
              "sweep",
              Form.matching("[A-Za-z0-9._-]+", "letters, digits, '.', '_' and '-' only"),
              "the sweep's name")
          .required("; name the sweep with 'sweep: NAME'");
  static final Key<Long> SEED =
      new Key<>(
          "seed",
          Form.integer(Long.MIN_VALUE + 1, Long.MAX_VALUE),
          "from which every trial's seed follows");
  static final Key<MappingNode> CELLS =
      new Key<>(
          Axis.CELLS,
          Form.mapping("{plain: {}, gated: {attention.gate: learned}}"),
          "cells by name");
  static final Key<MappingNode> AXES =
      new Key<>("axes", Form.mapping("{train.learning-rate: [1e-3, 3e-3]}"), "what is varied");
  static final Key<List<Given>> CONSTRAINTS =
      new Key<>(
          "constraints",
          Form.list(Form.TEXT, ", such as ['heads divides width']"),
          "what every cell keeps to");
  static final Key<MappingNode> SEARCH =
      new Key<>("search", Form.mapping("{method: random, trials: 20}"), "which cells are tried");
  static final Key<MappingNode> STOP =
      new Key<>("stop", Form.mapping("{asha: {min-steps: 100}}"), "which trials are ended early");

  static final Key<List<Given>> REUSE =
      new Key<>(
          "reuse",
          Form.list(Form.TEXT, " of directories, such as [runs/first]"),
          "directories of sweeps whose finished trials are adopted; [] for none");

  static final Key<String> LOOKS =
      new Key<>(
          "looks",
          Form.oneOf(List.of("once", SweepSpec.SEVERAL)),
          "whether verdicts leave an error to looks that --extend adds after results");

  static final Key<LabChoice> LAB =
      new Key<>(
          "lab",
          LabChoice.FORM,
          "the lab that records the claims: its folder's name, its rate, or both");

  private static final List<Key<?>> ALL =
      List.of(
          SWEEP,
          SEED,
          Scales.SCALE,
          Scales.SCALES,
          CELLS,
          EqualParameters.MATCH,
          AXES,
          CONSTRAINTS,
          SEARCH,
          FirstCells.TRY_FIRST,
          ReplicatesReader.REPLICATES,
          ObjectivesReader.ONE,
          ObjectivesReader.SEVERAL,
          STOP,
          BudgetReader.BUDGET,
          ExecutionReader.EXECUTION,
          REUSE,
          LOOKS,
          ClaimsReader.CLAIMS,
          LayoutReader.TABLE,
          LAB);

  static final Set<String> NAMES = Key.names(ALL);

  private Sections() {}

  /** The keys. */
  static List<Key<?>> all() {
    return ALL;
  }

  /**
   * The keys, with the schemas that a catalog makes of some of them.
   *
   * @param axes the parameters that may be varied
   * @param cell the settings that a named cell may have
   * @param first the settings that a cell to try first may have
   * @param execution the parameters that {@code execution} may set, by their names there
   */
  static List<Key<?>> of(
      Map<String, Object> axes,
      Map<String, Object> cell,
      Map<String, Object> first,
      Map<String, Object> execution) {
    Map<String, Map<String, Object>> known =
        Map.of(
            AXES.name(),
            axes,
            CELLS.name(),
            byName(cell),
            FirstCells.TRY_FIRST.name(),
            Map.of("type", "array", "items", first),
            SEARCH.name(),
            ChoiceReader.methods(SearchMethods.all(), SearchMethods.adaptive()),
            STOP.name(),
            ChoiceReader.named(StoppingRules.all()),
            ExecutionReader.EXECUTION.name(),
            ExecutionReader.schema(execution));
    return ALL.stream()
        .<Key<?>>map(key -> known.containsKey(key.name()) ? key.as(known.get(key.name())) : key)
        .toList();
  }

  /** The schema of a mapping by names that the user chooses. */
  static Map<String, Object> byName(Map<String, Object> values) {
    return Map.of("type", "object", "additionalProperties", values);
  }
}
