package org.attune.model.attention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.catalog.Variant;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Gates read what they declare and declare no more: what refuses them has a reason. */
class TestDeclarations {

  private static final Set<Feature> SIGNALS = EnumSet.of(Feature.QUERY, Feature.KEY, Feature.VALUE);

  @TestFactory
  Stream<DynamicTest> gatesReadWhatTheyDeclare() {
    return Parts.GATES.stream()
        .flatMap(TestDeclarations::settings)
        .map(s -> DynamicTest.dynamicTest(s.toString(), () -> requireHonesty(s)));
  }

  /** A gate with each value of each of its choices. */
  private static Stream<Configuration> settings(Variant<OutputGate> gate) {
    Configuration plain = new Configuration(Map.of(Parts.GATE.key(), gate.option().name()));
    Stream<Configuration> others =
        gate.option().parameters().stream()
            .flatMap(p -> p.options().stream().map(o -> plain.with(p.key(), o.name())));
    return Stream.concat(Stream.of(plain), others);
  }

  private static void requireHonesty(Configuration settings) {
    OutputGate gate = Variant.chosen(Parts.GATE, Parts.GATES, settings);
    Signals signals = signals().of(gate);

    gate.gate(signals.x(), signals, new Place(8, 2, 0, 1, Mask.CAUSAL));

    Set<Feature> declared = EnumSet.copyOf(SIGNALS);
    declared.retainAll(gate.declares().needs());
    assertThat(signals.read()).isEqualTo(declared);
  }

  private static Signals signals() {
    Program p = new Program(2);
    Value x = p.parameter("x", Init.normal(1), 6, 8);
    return new Signals(x, x, x, x, x, x);
  }

  @Test
  void whatIsNotDeclaredCannotBeRead() {
    OutputGate silent = (y, signals, place) -> signals.query();

    assertThatThrownBy(
            () -> silent.gate(null, signals().of(silent), new Place(8, 2, 0, 1, Mask.CAUSAL)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("A part reads QUERY and does not declare it: add it to what it needs");
  }
}
