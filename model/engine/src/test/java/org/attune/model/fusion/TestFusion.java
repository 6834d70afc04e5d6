package org.attune.model.fusion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Buffer;
import org.attune.model.fusion.FusionCases.FusionCase;
import org.attune.model.primitive.ProofCase;
import org.attune.model.program.Program;
import org.attune.model.program.Program.Node;
import org.attune.model.program.Specimen;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Each rule of the fusion pass: the nodes that it makes, the same output and gradients in float64
 * to 1e-12, and that its name switches it off.
 */
class TestFusion {

  private static final double SAME = 1e-12;

  @TestFactory
  Stream<DynamicTest> aRuleMakesFewerNodesOfTheSameOutputAndGradients() {
    return FusionCases.all()
        .map(c -> DynamicTest.dynamicTest(c.program().name(), () -> requireSame(c)));
  }

  private static void requireSame(FusionCase c) {
    Fusion alone = only(c.rule());
    Program p = new Program(c.program().batch());
    p.output("examined", c.program().description().apply(p));
    assertThat(names(alone.nodes(p, any -> true))).isEqualTo(c.nodes());
    assertThat(names(Fusion.without(Set.of(c.rule(), "all")).nodes(p, any -> true)))
        .isEqualTo(names(p.nodes()));
    assertThat(names(alone.nodes(p, any -> false))).isEqualTo(names(p.nodes()));
    try (Specimen unfused = specimen(c.program(), Backends.reference());
        Specimen fused = specimen(c.program(), fused(Backends.reference(), alone));
        Specimen whole = specimen(c.program(), fused(Backends.reference(), only()))) {
      requireSame(unfused, fused);
      requireSame(unfused, whole);
    }
  }

  private static Fusion only(String... rules) {
    Set<String> off = new HashSet<>(rules.length == 0 ? List.of() : Fusion.names());
    off.removeAll(List.of(rules));
    return Fusion.without(off);
  }

  private static List<String> names(List<Node> nodes) {
    return nodes.stream().map(n -> n.primitive().getClass().getSimpleName()).toList();
  }

  private static <B extends Buffer> Backend<B> fused(Backend<B> backend, Fusion fusion) {
    return new FusedBackend<>(backend, fusion);
  }

  private static Specimen specimen(ProofCase c, Backend<?> backend) {
    Specimen specimen = new Specimen(c.batch(), c.description(), backend, DataType.DOUBLE);
    c.inputs().forEach(specimen.execution()::feed);
    return specimen;
  }

  private static void requireSame(Specimen expected, Specimen actual) {
    expected.differentiate();
    actual.differentiate();
    requireSame("output", expected.output(), actual.output());
    for (Map.Entry<String, INDArray> each : expected.gradients().entrySet()) {
      requireSame(each.getKey(), each.getValue(), actual.gradients().get(each.getKey()));
    }
  }

  private static void requireSame(String what, INDArray expected, INDArray actual) {
    double scale = Math.max(1, expected.amaxNumber().doubleValue());
    assertThat(actual.sub(expected).norm2Number().doubleValue() / scale).as(what).isLessThan(SAME);
  }

  /** Its digits in float32 are those of the program as it is described. */
  @Test
  void theProcessorRunsEveryProgramAsDescribed() {
    FusionCases.all()
        .forEach(
            c -> {
              Program p = new Program(c.program().batch());
              p.output("examined", c.program().description().apply(p));
              assertThat(Backends.cpu().nodes(p)).isEqualTo(p.nodes());
            });
  }

  @Test
  void everyRuleHasACase() {
    assertThat(FusionCases.all().map(FusionCase::rule).collect(Collectors.toSet()))
        .isEqualTo(Set.copyOf(Fusion.names()));
  }

  @Test
  void aRuleThatDoesNotExistIsRefused() {
    assertThatThrownBy(() -> Fusion.without(Set.of("gain")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid attune.fusion.off: no rule 'gain'; there are %s, and 'all'"
                .formatted(String.join(", ", Fusion.names())));
  }
}
