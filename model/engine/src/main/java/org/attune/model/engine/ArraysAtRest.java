package org.attune.model.engine;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attune.model.program.ParameterSpec;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Arrays for a network that has none elsewhere. Values are at first the parameters' initial values,
 * gradients zero.
 */
public final class ArraysAtRest implements ParameterArrays {

  private final Map<String, INDArray> values;
  private final Map<String, INDArray> gradients;

  private ArraysAtRest(Map<String, INDArray> values, Map<String, INDArray> gradients) {
    this.values = values;
    this.gradients = gradients;
  }

  /**
   * Draws the initial values.
   *
   * @param parameters of a program: {@link org.attune.model.program.Program#parameters}
   * @param seed equal seeds give equal values
   */
  public static ArraysAtRest drawn(List<ParameterSpec> parameters, DataType type, long seed) {
    return new ArraysAtRest(
        byName(
            parameters,
            spec ->
                Nd4j.createFromArray(spec.initialValues("", seed))
                    .castTo(type)
                    .reshape('c', spec.rows(), spec.columns())),
        byName(parameters, spec -> Nd4j.create(type, spec.rows(), spec.columns())));
  }

  private static Map<String, INDArray> byName(
      List<ParameterSpec> parameters, Function<ParameterSpec, INDArray> array) {
    return parameters.stream().collect(Collectors.toUnmodifiableMap(ParameterSpec::name, array));
  }

  @Override
  public INDArray values(ParameterSpec spec) {
    return values.get(spec.name());
  }

  @Override
  public INDArray gradient(ParameterSpec spec) {
    return gradients.get(spec.name());
  }
}
