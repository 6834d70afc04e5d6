package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.SmallLayer.BATCH;
import static org.attune.model.reference.SmallLayer.LENGTH;
import static org.attune.model.reference.SmallLayer.layer;
import static org.attune.model.reference.SmallLayer.trial;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.contract.AttentionTrial;
import org.attune.model.program.Pass;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Whole attention layers in float64 against their formulas in plain Java, which stand in the {@code
 * Cases} beside this test, a class for each step of attention.
 */
class TestLayersAgree {

  /** Options whose formula is not an attention layer's. */
  private static final Set<String> ELSEWHERE =
      Set.of("model.positions: learned"); // added to the embedding: TestTokenPrimitives

  /** Settings that change nothing that a layer gives. */
  private static final Set<String> OF_THE_LOSS =
      Set.of("attention.weights.penalty"); // TestDecoderKinds

  @TestFactory
  Stream<DynamicTest> layersGiveWhatTheirFormulasSay() {
    return Stream.concat(ofThisLayer(), byLayer())
        .map(c -> DynamicTest.dynamicTest(c.name(), () -> requireAgreement(c)));
  }

  /** A wrong formula passes every gradient check: only plain Java tells it from the right one. */
  @Test
  void everyOptionOfAttentionAgreesWithPlainJavaSomewhere() {
    List<LayerCase> cases =
        Stream.concat(ofThisLayer(), Stream.of(TestPointerTemperature.CASE))
            .filter(c -> Stream.of(c.settings()).noneMatch(key -> key.endsWith(".layers")))
            .toList();
    Set<String> missing = new TreeSet<>();
    for (Parameter axis : Parts.axes()) {
      for (Option option : axis.options()) {
        boolean standard = option.name().equals(axis.defaultValue());
        List<LayerCase> chosen =
            cases.stream()
                .filter(
                    c ->
                        standard
                            ? !c.setsOtherwise(axis.key(), option.name())
                            : c.sets(axis.key(), option.name()))
                .toList();
        if (chosen.isEmpty() && !ELSEWHERE.contains(axis.key() + ": " + option.name())) {
          missing.add(axis.key() + ": " + option.name());
        }
        for (Parameter setting : option.parameters()) {
          if (!setting.key().endsWith(".layers")
              && !OF_THE_LOSS.contains(setting.key())
              && chosen.stream()
                  .noneMatch(c -> c.setsOtherwise(setting.key(), setting.defaultValue()))) {
            missing.add(
                "%s of %s, to other than %s"
                    .formatted(setting.key(), option.name(), setting.defaultValue()));
          }
        }
      }
    }

    assertThat(missing)
        .as("add a case to the Cases beside this test, its formula in plain Java, for each")
        .isEmpty();
  }

  private static Stream<LayerCase> ofThisLayer() {
    return Stream.of(
            SourceCases.cases(),
            MessageCases.cases(),
            MapCases.cases(),
            FormulaCases.cases(),
            WeightCases.cases(),
            LinearCases.cases(),
            ReadingCases.cases(),
            RidgeCases.cases(),
            NormCases.cases(),
            OrderCases.cases(),
            GateCases.cases())
        .flatMap(cases -> cases);
  }

  private static void requireAgreement(LayerCase c) {
    try (AttentionTrial trial = trial(c)) {
      INDArray y = trial.forward(Pass.evaluation());
      double[][] actual = AttentionTrial.columns(y, 0, y.columns());
      for (int b = 0; b < BATCH; b++) {
        double[][] expected = c.formula().apply(layer(trial, b, trial::parameter));
        assertThat(distance(rows(actual, b * LENGTH, (b + 1) * LENGTH), expected))
            .isLessThan(1e-10);
      }
    }
  }

  /** Parts that other layers have, and this one has not. */
  private static Stream<LayerCase> byLayer() {
    return Stream.of(
            "query=split",
            "key=sum",
            "messages=latent",
            "values=sigmoid",
            "score-conv=convolution",
            "score-mixing=mixed",
            "weights=ridge",
            "weight-conv=convolution",
            "weight-mixing=mixed",
            "head-norm=rms",
            "gate=learned")
        .map(chosen -> ("attention." + chosen).split("="))
        .flatMap(
            c ->
                Stream.of("first", "last", "0+2+3", "every 2")
                    .map(
                        layers ->
                            new LayerCase(
                                c[0] + " " + c[1] + " of layers " + layers + ", not in this",
                                ReferenceLayer::plain,
                                c[0],
                                c[1],
                                c[0] + ".layers",
                                layers)));
  }
}
