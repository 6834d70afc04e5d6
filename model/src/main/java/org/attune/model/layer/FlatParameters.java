package org.attune.model.layer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Views;
import org.deeplearning4j.nn.api.ParamInitializer;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Lays out a program's parameters for DL4J: one after the other in one flat array. */
final class FlatParameters implements ParamInitializer {

  private final Supplier<List<ParameterSpec>> specs;

  /**
   * @param specs supplies the parameters on demand, because it must describe a program to list them
   */
  FlatParameters(Supplier<List<ParameterSpec>> specs) {
    this.specs = specs;
  }

  @Override
  public long numParams(NeuralNetConfiguration conf) {
    return numParams(conf.getLayer());
  }

  @Override
  public long numParams(Layer layer) {
    return specs.get().stream().mapToLong(ParameterSpec::size).sum();
  }

  @Override
  public List<String> paramKeys(Layer layer) {
    return specs.get().stream().map(ParameterSpec::name).toList();
  }

  @Override
  public List<String> weightKeys(Layer layer) {
    return paramKeys(layer);
  }

  @Override
  public List<String> biasKeys(Layer layer) {
    return List.of();
  }

  @Override
  public boolean isWeightParam(Layer layer, String key) {
    return true;
  }

  @Override
  public boolean isBiasParam(Layer layer, String key) {
    return false;
  }

  @Override
  public Map<String, INDArray> init(NeuralNetConfiguration conf, INDArray flat, boolean fill) {
    Map<String, INDArray> views = getGradientsFromFlattened(conf, flat);
    for (ParameterSpec spec : specs.get()) {
      if (fill) {
        double[] values = spec.initialValues("", conf.getSeed());
        views
            .get(spec.name())
            .assign(Nd4j.createFromArray(values).reshape('c', spec.rows(), spec.columns()));
      }
      conf.addVariable(spec.name());
    }
    return views;
  }

  @Override
  public Map<String, INDArray> getGradientsFromFlattened(
      NeuralNetConfiguration conf, INDArray flat) {
    Map<String, INDArray> views = new LinkedHashMap<>();
    long first = 0;
    for (ParameterSpec spec : specs.get()) {
      views.put(spec.name(), Views.matrix(flat, first, spec.rows(), spec.columns()));
      first += spec.size();
    }
    return views;
  }
}
