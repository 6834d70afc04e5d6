package org.attune.sweeps.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

class TestCoordinates {

  @Test
  void aParameterOfAnOptionAppliesOnlyWithIt() throws Exception {
    Coordinates coordinates =
        of(
            """
              attention.query: [current, {split: {fraction: {uniform: [0.25, 0.75]}}}]
              train.steps: [400, 100, 200]
            """);

    assertThat(coordinates.dimensions())
        .extracting(Dimension::key)
        .containsExactly("attention.query", "attention.query.fraction", "train.steps");
    assertThat(coordinates.at(new double[] {0, 0.5, 0})[1]).isNaN();
    Configuration cell = coordinates.cell(coordinates.at(new double[] {0.9, 0.5, 0.4}));
    assertThat(cell.text("attention.query")).isEqualTo("split");
    assertThat(cell.text("attention.query.fraction")).isEqualTo("0.5");
    assertThat(cell.text("train.steps")).isEqualTo("200");
  }

  @Test
  void branchesThatVaryTheSameInTheSameWayShareADimension() throws Exception {
    Coordinates coordinates =
        of(
            """
  attention.weights: [softmax, {ridge: {lambda: {log-uniform: [1e-3, 1e2]}}}, {sigma-ridge: {lambda: {log-uniform: [1e-3, 1e2]}}}]
""");

    assertThat(coordinates.dimensions()).hasSize(2);
    assertThat(coordinates.dimensions().get(1).appliesAt().cardinality()).isEqualTo(2);
  }

  @Test
  void listedNumbersKeepTheirDistancesOnTheScaleThatSpreadsThem() throws Exception {
    Coordinates coordinates =
        of(
            """
              model.width: [64, 16, 32, 128]
              train.batch: [10, 20, 30, 40]
            """);

    Dimension width = coordinates.dimensions().get(0);
    assertThat(width.values()).containsExactly("16", "32", "64", "128");
    assertThat(width.position(1)).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(coordinates.dimensions().get(1).position(1)).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(width.nearest(0.45)).isEqualTo(1);
    assertThat(width.nearest(0.55)).isEqualTo(2);
    assertThat(width.nearest(-3)).isEqualTo(0);
    assertThat(width.nearest(3)).isEqualTo(3);
  }

  @Test
  void everyCellHasItsPointAndBack() throws Exception {
    String axes =
        """
  attention.query: [current, {split: {fraction: [0.25, 0.5]}}]
  attention.score-conv: [none, {key-query: {kernel-query: [3, 5], kernel-key: {range: [1, 9], step: 4}}}]
  model.tied: [false, true]
  train.steps: [100, 200]
""";
    SweepSpec spec = read(axes);
    Space space = spec.space(SampleCatalog.TREE);
    Coordinates coordinates = new Coordinates(space);
    Set<List<Double>> points = new HashSet<>();
    for (long i = 0; i < space.cells(); i++) {
      double[] point = coordinates.point(space.cell(i)).orElseThrow();
      assertThat(coordinates.cell(point)).isEqualTo(space.cell(i));
      points.add(Arrays.stream(point).boxed().toList());
    }
    assertThat(points).hasSize((int) space.cells());
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200; i++) {
      double[] point = coordinates.sample(random);
      assertThat(coordinates.point(coordinates.cell(point)).orElseThrow()).isEqualTo(point);
    }
  }

  @Test
  void aCellOfAnotherSpaceHasNoPoint() throws Exception {
    Coordinates coordinates = of("  train.steps: [100, 200]\n");

    assertThat(
            coordinates.point(Configuration.of(SampleCatalog.TREE, Map.of("train.steps", "300"))))
        .isEmpty();
  }

  private static Coordinates of(String axes) throws Exception {
    return new Coordinates(read(axes).space(SampleCatalog.TREE));
  }

  private static SweepSpec read(String axes) throws Exception {
    return SpecFile.read(
        "s.yaml",
        "sweep: s\nobjective: {metric: loss, goal: minimize}\n"
            + "search: {method: random, trials: 5}\naxes:\n"
            + axes,
        Map.of(),
        SampleCatalog.CATALOG);
  }
}
