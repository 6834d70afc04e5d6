package org.attune.sweeps.spec.reader;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.form.SpecException;
import org.junit.jupiter.api.Test;

/** At which line a file is told of cells that contradict themselves. */
class TestConflictPlaces {

  private static final String HEAD = "sweep: s\nobjective: {metric: loss, goal: minimize}\n";

  @Test
  void theLineIsThatOfTheFirstNamedParameterThatTheFileSets() {
    refused("model: {layers: 2,\n  heads: 5}\n", "s.yaml:4:10: model.heads: cell {}: Invalid");
    refused("train.steps: 3\nmodel.heads: 5\n", "s.yaml:4:14: model.heads: cell {}: Invalid");
    refused("model:\n  width: 63\n", "s.yaml:4:10: model.width: cell {}: Invalid");
  }

  @Test
  void anAxisAndANamedCellHaveLinesToo() {
    refused(
        "axes:\n  train.batch: [1, 2]\n  model.heads: [4, 5]\n",
        "s.yaml:5:16: axes.model.heads: cell {train.batch=1, model.heads=5} and 1 more: Invalid");
    refused(
        "cells:\n  a: {}\n  b: {model: {heads: 5}}\n",
        "s.yaml:5:22: cells.b.model.heads: cell {model.heads=5}: Invalid");
  }

  private static void refused(String rest, String message) {
    assertThatThrownBy(() -> SpecFile.read("s.yaml", HEAD + rest, Map.of(), new Divided()))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  /** The sample, with a conflict that names its parameters. */
  private record Divided() implements AxisCatalog {

    @Override
    public List<Parameter> parameters() {
      return SampleCatalog.CATALOG.parameters();
    }

    @Override
    public List<String> conflicts(Configuration cell) {
      long heads = cell.integer("model.heads");
      long width = cell.integer("model.width");
      return width % heads == 0
          ? List.of()
          : List.of(
              "Invalid model.heads: %d does not divide model.width %d".formatted(heads, width));
    }

    @Override
    public List<Metric> metrics(Configuration cell) {
      return SampleCatalog.CATALOG.metrics(cell);
    }

    @Override
    public Cost cost(Configuration cell) {
      return SampleCatalog.CATALOG.cost(cell);
    }
  }
}
