package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Compiler;
import org.attune.model.engine.Execution;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.primitive.Residual;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The coordinate check (Yang et al. 2022, appendix D.1): what a few steps of Adam make of a
 * network's activations, by its width. They grow in the standard parametrisation and stay in the
 * maximal update parametrisation.
 */
class TestCoordinateCheck {

  private static final int NARROW = 64; // the base width
  private static final int WIDE = 512;
  private static final int BATCH = 8;
  private static final Signature TOKENS = Signature.tokens(16, 32);
  private static final int STEPS = 5;

  private static Map<String, String> settings(int width, String parametrisation, boolean tied) {
    Map<String, String> all = new HashMap<>();
    all.put("model.width", Integer.toString(width));
    all.put("model.heads", "4");
    all.put("model.layers", "2");
    all.put("model.feed-forward", Integer.toString(2 * width));
    all.put("model.tied", Boolean.toString(tied));
    all.put("train.learning-rate", "0.01");
    all.put("model.parametrisation", parametrisation);
    return all;
  }

  private static INDArray tokens(int shift) {
    int[][] tokens = new int[BATCH][TOKENS.length()];
    for (int i = 0; i < BATCH; i++) {
      for (int t = 0; t < TOKENS.length(); t++) {
        tokens[i][t] = (5 * i + t * (i + 3) + t * t * shift) % 32;
      }
    }
    return Nd4j.createFromArray(tokens);
  }

  /** Mean absolute changes of the stream behind each block's parts and of the logits, by name. */
  private static Map<String, Double> changes(Map<String, String> settings) {
    Configuration configuration = new Configuration(settings);
    assertThat(new ModelCatalog().conflicts(configuration)).isEmpty();
    ComputationGraph graph = NetworkGraph.of(configuration, TOKENS, 5, DataType.FLOAT);
    Map<String, INDArray> before = activations(graph, configuration);
    GraphTrainer trainer = new GraphTrainer(graph);
    for (int step = 0; step < STEPS; step++) {
      trainer.step(tokens(0), tokens(1), Nd4j.ones(DataType.FLOAT, BATCH, TOKENS.length()));
    }
    trainer.publish();
    Map<String, Double> all = new TreeMap<>();
    activations(graph, configuration)
        .forEach(
            (name, after) ->
                all.put(name, after.sub(before.get(name)).ameanNumber().doubleValue()));
    ((NetworkOutputLayer) graph.getLayer(0)).close();
    graph.close();
    return all;
  }

  private static Map<String, INDArray> activations(
      ComputationGraph graph, Configuration configuration) {
    Program p = new Program(BATCH).evaluating(true);
    Networks.of(configuration, TOKENS).describe(p);
    for (Program.Node node : List.copyOf(p.nodes())) {
      if (node.primitive() instanceof Residual) {
        p.output("stream " + node.number(), node.output());
      }
    }
    Map<String, INDArray> values = ((NetworkOutputLayer) graph.getLayer(0)).runner().values();
    ParameterArrays arrays =
        new ParameterArrays() {
          @Override
          public INDArray values(ParameterSpec spec) {
            return values.get(spec.name());
          }

          @Override
          public INDArray gradient(ParameterSpec spec) {
            throw new AssertionError();
          }
        };
    Map<String, INDArray> all = new TreeMap<>();
    try (Compiler<?> compiler =
            Compiler.on(Backends.cpu(), DataType.FLOAT, p.parameters(), arrays);
        Execution<?> execution = compiler.compile(p, Execution.Passes.FORWARD)) {
      execution.feed(Network.FEATURES, tokens(0));
      execution.feed(Network.LABELS, tokens(1));
      double[] weights = new double[BATCH * TOKENS.length()];
      execution.feed(Network.WEIGHTS, weights, 0);
      execution.forward(Pass.evaluation());
      for (String name : p.outputs().keySet()) {
        if (name.startsWith("stream") || name.equals(Network.PREDICTION)) {
          all.put(name, execution.array(name).dup());
        }
      }
    }
    return all;
  }

  /** The changes at the widest over those at the narrowest, by activation. */
  private static Map<String, Double> growth(String parametrisation, boolean tied) {
    Map<String, Double> narrow = changes(settings(NARROW, parametrisation, tied));
    Map<String, Double> wide = changes(settings(WIDE, parametrisation, tied));
    assertThat(narrow).hasSize(5); // two streams in each of two blocks, and the logits
    Map<String, Double> growth = new TreeMap<>();
    narrow.forEach((name, size) -> growth.put(name, wide.get(name) / size));
    return growth;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void changesAreFlatInTheMaximalUpdateParametrisation(boolean tied) {
    growth("mup", tied)
        .forEach(
            (name, ratio) -> assertThat(ratio).as(name).isBetween(0.6, 1.5)); // seen: .72 to .96
  }

  @Test
  void changesGrowInTheStandardParametrisation() {
    growth("standard", true)
        .forEach((name, ratio) -> assertThat(ratio).as(name).isGreaterThan(2)); // seen: 2.3 to 46
  }

  /** The last stream's changes, within a tenth: digits differ between processors. */
  @ParameterizedTest
  @CsvSource({"standard, #c2410c", "mup, #1d4ed8"})
  void theDrawingShowsTheseChanges(String parametrisation, String color) throws Exception {
    String svg = Files.readString(Path.of("..", "docs", "coordinate-check.svg"));
    Matcher line = Pattern.compile("stroke=\"" + color + "\".*points=\"(.*)\"").matcher(svg);
    assertThat(line.find()).isTrue();
    double half = height(svg, "0.5");
    double decade = height(svg, "1") - height(svg, "10");
    String[] points = line.group(1).split(" ");
    assertThat(points).hasSize(4);
    for (int i = 0; i < points.length; i++) {
      int width = NARROW << i;
      double y = Double.parseDouble(points[i].split(",")[1]);
      double drawn = 0.5 * Math.pow(10, (half - y) / decade);
      assertThat(drawn)
          .as("width %d", width)
          .isCloseTo(lastStream(settings(width, parametrisation, true)), withinPercentage(10));
    }
  }

  private static double lastStream(Map<String, String> settings) {
    Map<String, Double> streams = new TreeMap<>(changes(settings));
    streams.keySet().removeIf(name -> !name.startsWith("stream"));
    return streams.entrySet().stream()
        .max(
            Comparator.comparingInt(
                e -> Integer.parseInt(e.getKey().substring("stream ".length()))))
        .orElseThrow()
        .getValue();
  }

  /** The height of a gridline, by its label. */
  private static double height(String svg, String label) {
    Matcher line =
        Pattern.compile("y1=\"([0-9.]+)\"[^<]*<text[^>]*>" + Pattern.quote(label) + "</text>")
            .matcher(svg.replace("/>", ""));
    assertThat(line.find()).as(label).isTrue();
    return Double.parseDouble(line.group(1));
  }

  @Test
  void atTheBaseWidthBothAreTheSame() {
    assertThat(changes(settings(NARROW, "mup", true)))
        .isEqualTo(changes(settings(NARROW, "standard", true)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "train.optimizer|sgd|model.parametrisation mup has step sizes for adam, adamw and muon, not"
            + " for sgd",
        "attention.reading|delta|model.parametrisation mup scales scores, and attention.reading delta"
            + " has none: choose standard",
        "model.precision|one-bit|model.parametrisation mup needs model.precision float",
      })
  void whatItDoesNotCoverIsRefused(String key, String value, String message) {
    Map<String, String> all = settings(128, "mup", true);
    all.put(key, value);
    if (key.equals("attention.reading")) {
      all.put("model.positions", "none");
    }
    assertThat(new ModelCatalog().conflicts(new Configuration(all))).containsExactly(message);
  }
}
