package org.attune.sweeps.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A header says what a file varies; the text is read in journals of earlier versions alone. */
class TestCanonicalAxes {

  private static final String HEAD = "sweep: s\nobjective: {metric: loss, goal: minimize}\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "axes: {model.layers: [1, 2], model.width: [64]}",
        "cells: {plain: {}, gated: {attention.gate: learned}}\naxes: {model.layers: [1, 2, 3]}",
        "axes: {model.width: [64, 128]}\nmodel.layers: 3",
        "search: {method: random, trials: 3}\n"
            + "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-2]}}"
      })
  void theHeaderSaysWhatTheTextSays(String rest) throws Exception {
    SweepSpec spec = spec(HEAD + rest + "\n");
    CanonicalAxes text = CanonicalAxes.of(CanonicalText.of(spec));
    CanonicalAxes header = SpecHeader.of(spec, 6, 1, Map.of()).axes();

    assertThat(header.keys()).isEqualTo(text.keys());
    assertThat(header.cellKeys()).isEqualTo(text.cellKeys());
    assertThat(header.intervals()).isEqualTo(text.intervals());
    assertThat(text.base()).containsAllEntriesOf(header.base());
  }

  @Test
  void aValueWithACommaIsOneValue() throws Exception {
    SweepSpec spec = spec(HEAD);
    Axis one =
        new Axis("model.layers", List.of(Branch.of(Map.of("model.layers", listed("sum(a, b)")))));

    assertThat(SpecHeader.of(with(spec, spec.fixed(), one), 1, 1, Map.of()).axes().keys())
        .isEmpty();
    assertThat(CanonicalAxes.of(CanonicalText.of(with(spec, spec.fixed(), one))).keys())
        .as("a comma separates values in the text")
        .containsExactly("model.layers");
  }

  @Test
  void aProgramsTextThatLooksLikeAnAxisVariesNothing() throws Exception {
    SweepSpec spec = spec(HEAD);
    SortedMap<String, String> fixed = new TreeMap<>(spec.fixed());
    fixed.put("task.program", "python train.py\naxes.model.width[0]: 64, 128");
    SweepSpec program = with(spec, fixed);

    assertThat(SpecHeader.of(program, 6, 1, Map.of()).axes().keys()).isEmpty();
    assertThat(CanonicalAxes.of(CanonicalText.of(program)).keys()).containsExactly("model.width");
  }

  private static Values listed(String value) {
    return new Values.Listed(List.of(value));
  }

  private static SweepSpec with(SweepSpec spec, SortedMap<String, String> fixed, Axis... axes) {
    return new SweepSpec(
        spec.name(),
        spec.seed(),
        fixed,
        spec.base(),
        List.of(axes),
        spec.constraints(),
        spec.search(),
        spec.tryFirst(),
        spec.replicates(),
        spec.objectives(),
        spec.stop(),
        spec.budget(),
        spec.execution(),
        spec.comparison(),
        spec.reuse(),
        spec.severalLooks());
  }

  private static SweepSpec spec(String yaml) throws Exception {
    return SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG);
  }
}
