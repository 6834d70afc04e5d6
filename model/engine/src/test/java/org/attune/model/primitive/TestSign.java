package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.Standalone;
import org.attune.model.program.Init;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class TestSign {

  @ParameterizedTest
  @CsvSource({
    "IDENTITY, -3, -1, 5",
    "IDENTITY, 0, 1, 5",
    "IDENTITY, 0.5, 1, 5",
    "CLIPPED, -3, -1, 0",
    "CLIPPED, -1, -1, 5",
    "CLIPPED, 0, 1, 5",
    "CLIPPED, 1.000001, 1, 5",
    "CLIPPED, 1.0001, 1, 0",
    "CLIPPED, 1.5, 1, 0",
    "IDENTITY, 1.4e-45, 1, 5",
    "IDENTITY, -1.4e-45, -1, 5"
  })
  void givesTheSignAndTheSurrogatesSlope(
      Sign.Surrogate surrogate, double x, double sign, double slopeTimesFive) {
    requireSign(surrogate, x, sign, slopeTimesFive, Backends.reference(), DataType.DOUBLE);
    requireSign(surrogate, x, sign, slopeTimesFive, Backends.cpu(), DataType.FLOAT);
  }

  private static void requireSign(
      Sign.Surrogate surrogate,
      double x,
      double sign,
      double slopeTimesFive,
      Backend<?> backend,
      DataType type) {
    Program p = new Program(1);
    Value y = p.output("y", Sign.sign(p.parameter("x", Init.constant(x), 1, 1), surrogate));
    Arrays arrays = new Arrays(type);
    try (Standalone execution = Standalone.of(p, backend, type, arrays)) {
      execution.forward(Pass.evaluation());
      execution.backward(y, Nd4j.createFromArray(5.0).castTo(type), false);

      assertThat(execution.array("y").getDouble(0)).isEqualTo(sign);
      assertThat(arrays.gradients.get("x").getDouble(0)).isEqualTo(slopeTimesFive);
    }
  }

  private static final class Arrays implements ParameterArrays {
    private final Map<String, INDArray> gradients = new HashMap<>();
    private final DataType type;

    Arrays(DataType type) {
      this.type = type;
    }

    @Override
    public INDArray values(ParameterSpec spec) {
      return Nd4j.createFromArray(spec.initialValues("", 1)).castTo(type).reshape('c', 1, 1);
    }

    @Override
    public INDArray gradient(ParameterSpec spec) {
      return gradients.computeIfAbsent(spec.name(), name -> Nd4j.zeros(type, 1, 1));
    }
  }
}
