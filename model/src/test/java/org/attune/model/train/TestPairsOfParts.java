package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.model.ModelCatalog;
import org.attune.model.Natives;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Domain;
import org.attune.model.catalog.Option;
import org.attune.model.catalog.Parameter;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.layer.Training;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.dataset.MultiDataSet;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Any two options of different axes, at once: refused with a reason, or a step of training with a
 * finite loss. What composes two by two is what a sweep over parts stands on.
 */
class TestPairsOfParts {

  private static final int LENGTH = 12; // more than a convolution's default kernel

  /** An option chosen. */
  private record Choice(Parameter axis, String option) {}

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> everyPairIsRefusedWithAReasonOrTrains() {
    List<Choice> all = choices();
    return all.stream()
        .map(
            first ->
                DynamicTest.dynamicTest(
                    first.axis().key() + ": " + first.option(),
                    () ->
                        all.stream()
                            .filter(second -> all.indexOf(second) >= all.indexOf(first))
                            .filter(second -> first == second || first.axis() != second.axis())
                            .forEach(second -> require(first, second))));
  }

  /** Every option but the defaults, of the axes that a decoder reads. */
  private static List<Choice> choices() {
    List<Choice> all = new ArrayList<>();
    for (Parameter axis : ModelCatalog.parameters()) {
      boolean ofModel = axis.key().startsWith("model.") || axis.key().startsWith("attention.");
      if (ofModel && !axis.key().equals("model.kind")) {
        values(axis).forEach(value -> all.add(new Choice(axis, value)));
      }
    }
    return all;
  }

  private static List<String> values(Parameter axis) {
    Domain domain = axis.domain();
    List<String> all =
        domain instanceof Domain.Choice choice
            ? choice.options().stream().map(Option::name).toList()
            : domain instanceof Domain.Flag ? List.of("true", "false") : List.of();
    return all.stream().filter(value -> !value.equals(axis.standard())).toList();
  }

  private static void require(Choice first, Choice second) {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "task", "text",
                "task.length", Integer.toString(LENGTH),
                "model.width", "8",
                "model.heads", "2",
                "model.layers", "1",
                "model.feed-forward", "6",
                "model.streams.read", "5",
                "attention.weights.block", "3"));
    settings.put(first.axis().key(), first.option());
    settings.put(second.axis().key(), second.option());
    List<String> reasons = ModelCatalog.conflicts(settings);
    if (reasons.isEmpty()) {
      assertThat(loss(settings)).as("loss of %s", settings).isFinite();
    } else {
      assertThat(reasons)
          .allSatisfy(
              reason -> assertThat(reason).containsAnyOf(first.axis().key(), second.axis().key()));
    }
  }

  private static double loss(Map<String, String> settings) {
    ComputationGraph graph =
        Training.graph(
            new Configuration(settings), Signature.tokens(LENGTH, 16), 3, DataType.FLOAT);
    int[][] tokens = new int[2][LENGTH];
    for (int t = 0; t < LENGTH; t++) {
      tokens[0][t] = t * 5 % 16;
      tokens[1][t] = t * 7 % 16;
    }
    try {
      graph.fit(new MultiDataSet(Nd4j.createFromArray(tokens), Nd4j.createFromArray(tokens)));
      assertThat(graph.params().sumNumber().doubleValue())
          .as("parameters after a step of %s", settings)
          .isFinite();
      return graph.score();
    } catch (RuntimeException e) {
      throw new AssertionError("Neither refused nor trained: " + settings, e);
    } finally {
      ((NetworkOutputLayer) graph.getLayer(0)).close();
      graph.close();
    }
  }
}
