package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.UpdateRule;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Adam's step sizes under muP at four times the base width (Yang et al. 2022, Table 8). */
class TestWidthRates {

  /** Matrices with as many inputs at any width keep the rate; those of all others fall by four. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attention.gate | y * sigmoid(linear(linear(x, 4))) | 4",
        "attention.gate | y * sigmoid(linear(tanh(linear(x, 8)))) | 8",
        "model.mlp | linear(gelu(linear(x, 6))) | 6",
        "attention.query | linear(linear(x, 2)) | 2",
      })
  void matricesOfFixedFanInKeepTheirs(String place, String formula, int inputs) {
    Map<String, String> all = new HashMap<>();
    all.put("model.width", "32");
    all.put("model.layers", "1");
    all.put("model.heads", "2");
    all.put("model.feed-forward", "48");
    all.put("model.parametrisation", "mup");
    all.put("model.parametrisation.base-width", "8");
    all.put(place, "formula");
    all.put(place + ".formula", formula);
    ComputationGraph graph =
        NetworkGraph.of(new Configuration(all), Signature.tokens(5, 11), 5, DataType.FLOAT);
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);

    UpdateRule rule = layer.runner().rule(new UpdateRule.Adam(0.9, 0.999, 1e-8));

    Map<String, Double> rates = new TreeMap<>();
    ((UpdateRule.GroupedAdam) rule)
        .shares()
        .forEach((name, share) -> rates.put(name, share.rate()));
    int fixed = 0;
    for (String name : layer.runner().hiddenMatrices()) {
      ParameterSpec spec =
          NetworkLayer.configurationOf(layer).parameters().stream()
              .filter(s -> s.name().equals(name))
              .findFirst()
              .orElseThrow();
      boolean keeps = spec.rows() == inputs;
      fixed += keeps ? 1 : 0;
      assertThat(rates.get(name)).as("%s", spec).isEqualTo(keeps ? null : 0.25);
    }
    assertThat(fixed).isPositive();
  }
}
