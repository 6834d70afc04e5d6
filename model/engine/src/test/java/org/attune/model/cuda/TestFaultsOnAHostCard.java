package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.model.primitive.Multipliers.inequalityMultipliers;
import static org.attune.model.primitive.PseudoInverse.pseudoInverse;
import static org.attune.model.primitive.Ridge.ridge;
import static org.attune.model.primitive.Shares.shares;
import static org.attune.model.primitive.SolveRight.divide;
import static org.attune.model.primitive.Stack.stack;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.model.primitive.Lambda;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** What kernels cannot go on from is told in words, as on the processor, when something is read. */
class TestFaultsOnAHostCard {

  static Stream<Arguments> faults() {
    return Stream.of(
        arguments(Faults.NOT_POSITIVE, of(p -> regressed(of(p, "k", Double.NaN, 3, 2)))),
        arguments(
            Faults.SINGULAR,
            of(p -> divide(matrix(p, "s", 1), matrix(p, "a", 0), Lambda.fixed(0)))),
        arguments(Faults.NOT_FINITE, of(p -> pseudoInverse(matrix(p, "a", Double.NaN)))),
        arguments(
            Faults.EXCLUDED,
            of(p -> inequalityMultipliers(stack(of(p, "t", -1, 1, 1), 1), matrixOfOne(p)))),
        arguments(Faults.NO_MEMBERS, of(p -> shares(matrix(p, "x", 0)))));
  }

  private static Function<Program, Value> of(Function<Program, Value> description) {
    return description;
  }

  private static Value of(Program p, String name, double value, int rows, int columns) {
    return p.parameter(name, Init.constant(value), rows, columns);
  }

  private static Value matrix(Program p, String name, double value) {
    return stack(of(p, name, value, 2, 2), 1);
  }

  private static Value matrixOfOne(Program p) {
    return stack(of(p, "excess", 1, 1, 1), 1);
  }

  private static Value regressed(Value k) {
    return ridge(k, k, k, 1, Lambda.fixed(1), 1);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void areTold(Faults fault, Function<Program, Value> description) {
    HostCard card = HostCard.here();
    try (CudaSession session = card.open(true);
        Specimen s = new Specimen(1, description, session, DataType.FLOAT)) {
      for (int replay = 0; replay < 3; replay++) { // told each time, not once for all
        assertThatThrownBy(s::objective)
            .isInstanceOf(ArithmeticException.class)
            .hasMessage(fault.message());
      }
    }
    assertThat(card.held()).isEmpty();
  }
}
