package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.model.catalog.Configuration;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Whole networks on sets: their gradients, parameters and refusals. */
class TestSetNetworks extends GradientContract {

  private static final Signature SIGNATURE = Signature.set(4, 2, 3, 1);

  @Override
  Stream<Case> cases() {
    return Stream.of(
        network("kvq", "attention.weights=ridge"),
        network("kvq", "model.kind.embedding-activation=leaky-relu"),
        network("kvq", "attention.weights=softmax", "model.heads=2"),
        network("kvq", "model.heads=1", "model.kind.embedding=shared"),
        network("kvq", "model.kind.head=ls-svm"),
        network("neural-process", "model.kind.summary=3"),
        network("perceptron"),
        network("set-encoder", "attention.weights=ridge", "model.heads=2"),
        network("set-encoder", "attention.weights=uniform", "model.layers=1"));
  }

  private static Map<String, String> settings(String kind, String... more) {
    Map<String, String> all =
        new TreeMap<>(
            Map.of(
                "model.kind", kind,
                "model.width", "4",
                "model.heads", "1",
                "model.layers", "2",
                "model.feed-forward", "3"));
    for (String setting : more) {
      all.put(setting.split("=")[0], setting.split("=")[1]);
    }
    return all;
  }

  private static Case network(String kind, String... more) {
    Map<String, String> settings = settings(kind, more);
    return of(
        settings.toString(),
        2,
        p -> Networks.of(new Configuration(settings), SIGNATURE).describe(p));
  }

  @Override
  Map<String, INDArray> tokens(Case c) {
    return Map.of(
        Network.FEATURES, random(12, SIGNATURE.inputs(), 1),
        Network.LABELS, random(12, 1, 2),
        Network.WEIGHTS, Nd4j.createFromArray(0, 0, 0, 0, .5, .5, 0, 0, 0, 0, .25, .25));
  }

  private static INDArray random(int rows, int columns, long seed) {
    double[] all = new SplittableRandom(seed).doubles((long) rows * columns, -1, 1).toArray();
    return Nd4j.createFromArray(all).reshape(rows, columns);
  }

  /** By hand: an affine layer of a to b has (a + 1) b. */
  @ParameterizedTest
  @CsvSource({
    "kvq, 125", // queries and keys 3-4-4: 36 each; values 1-4-4: 28; decoder 4-4-1: 25
    "neural-process, 185", // encoder 4-4-16: 100; decoder 19-4-1: 85
    "perceptron, 85", // four pairs of 4 and a query of 3: 19-4-1
    "set-encoder, 219" // embedding 5-4: 24; two blocks of 4·16 + (4-3-4: 31); output 4-1: 5
  })
  void parametersAreCounted(String kind, long expected) {
    Program p = new Program(1);
    Networks.of(new Configuration(settings(kind)), SIGNATURE).describe(p);
    assertThat(p.parameters().stream().mapToLong(ParameterSpec::size).sum()).isEqualTo(expected);
  }

  @Test
  void sequencesAreRefused() {
    assertThatThrownBy(
            () -> Networks.of(new Configuration(settings("kvq")), Signature.tokens(8, 20)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid model.kind: kvq is for tasks of sets, and this task has none");
  }

  @Test
  void rawValuesAreNotSplitIntoHeads() {
    Map<String, String> two = settings("kvq", "model.heads=2", "model.kind.embedding=none");
    assertThatThrownBy(() -> Networks.of(new Configuration(two), SIGNATURE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Invalid model.heads: 2 heads cannot share values");
  }
}
