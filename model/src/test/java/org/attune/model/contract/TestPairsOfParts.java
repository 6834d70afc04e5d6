package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.ModelCatalog;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Natives;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.Program;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Any two options of different axes, at once: refused with a reason, or a step of training with a
 * finite loss and gradients. What composes two by two is what a sweep over parts stands on.
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
    for (Parameter axis : new ModelCatalog().parameters()) {
      boolean ofModel = axis.key().startsWith("model.") || axis.key().startsWith("attention.");
      if (ofModel && !axis.key().equals("model.kind")) {
        values(axis).forEach(value -> all.add(new Choice(axis, value)));
      }
    }
    return all;
  }

  private static List<String> values(Parameter axis) {
    List<String> all =
        axis.domain() instanceof Domain.Flag
            ? List.of("true", "false")
            : axis.options().stream().map(Option::name).toList();
    return all.stream().filter(value -> !value.equals(axis.defaultValue())).toList();
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
    List<String> reasons = new ModelCatalog().conflicts(new Configuration(settings));
    if (reasons.isEmpty()) {
      assertThat(loss(settings)).as("loss of %s", settings).isFinite();
    } else {
      assertThat(reasons)
          .allSatisfy(
              reason -> assertThat(reason).containsAnyOf(first.axis().key(), second.axis().key()));
    }
  }

  /** The loss of a step's forward pass; its gradients are finite too. */
  private static double loss(Map<String, String> settings) {
    Configuration configuration = new Configuration(settings);
    int[] tokens = IntStream.range(0, 2 * LENGTH).map(i -> i * 5 % 16).toArray();
    try (Trial trial =
        new Trial(
            new Program(2),
            p -> Networks.of(configuration, Signature.tokens(LENGTH, 16)).describe(p),
            Backends.cpu(),
            DataType.FLOAT)) {
      trial.execution().feed(Network.FEATURES, Nd4j.createFromArray(tokens));
      trial.execution().feed(Network.LABELS, Nd4j.createFromArray(tokens));
      trial.execution().feed(Network.WEIGHTS, Nd4j.ones(DataType.FLOAT, 2 * LENGTH));
      trial.start();
      trial.differentiate(Contract.step());
      trial
          .gradients()
          .forEach(
              (name, gradient) ->
                  assertThat(gradient.sumNumber().doubleValue())
                      .as("gradient of %s of %s", name, settings)
                      .isFinite());
      return trial.objective(Contract.step());
    } catch (RuntimeException e) {
      throw new AssertionError("Neither refused nor trained: " + settings, e);
    }
  }
}
