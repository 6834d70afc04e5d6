package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.model.primitive.CausalAttention;
import org.attune.model.primitive.Scale;
import org.attune.model.primitive.Scores;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A decoder's scales and initial sizes by its width, read from its program. Yang et al. 2022 (arXiv
 * 2203.03466, Table 8) give the expected ones. The base width is 64, and there are four heads.
 */
class TestParametrisation {

  private static Program program(String parametrisation, int width, String weights) {
    Configuration settings =
        new Configuration(
            Map.of(
                "model.width", Integer.toString(width),
                "model.heads", "4",
                "model.layers", "1",
                "model.tied", "false",
                "model.init", "truncated-normal",
                "attention.weights", weights,
                "model.parametrisation", parametrisation));
    Program p = new Program(1).evaluating(true);
    Networks.of(settings, Signature.tokens(8, 32)).describe(p);
    return p;
  }

  private static <P extends Primitive> P only(Program p, Class<P> kind) {
    return p.nodes().stream()
        .map(Program.Node::primitive)
        .filter(kind::isInstance)
        .map(kind::cast)
        .reduce((a, b) -> a.equals(b) ? a : null)
        .orElseThrow();
  }

  /** The deviation of a parameter's initial values. */
  private static double deviation(Program p, String name) {
    return Math.sqrt(Arrays.stream(values(p, name)).map(v -> v * v).average().orElseThrow());
  }

  private static double[] values(Program p, String name) {
    ParameterSpec spec =
        p.parameters().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    ParameterSpec.Block block = spec.blocks().get(0);
    double[] values = new double[spec.rows() * block.columns()];
    block.init().fill(values, spec.rows(), block.columns(), new SplittableRandom(1));
    return values;
  }

  /** Scores by 1/d, and not by 1/sqrt(d): equal at the base width, where a head has 16 columns. */
  @ParameterizedTest
  @CsvSource({
    "mup, 64, 0.25",
    "mup, 128, 0.125",
    "mup, 256, 0.0625",
    "mup, 32, 0.5",
    "standard, 64, 0.25",
    "standard, 256, 0.125"
  })
  void scoresAreScaledByTheHeadsWidth(String parametrisation, int width, double scale) {
    assertThat(only(program(parametrisation, width, "softmax"), CausalAttention.class).scale())
        .isCloseTo(scale, within(1e-12));
    assertThat(only(program(parametrisation, width, "sigmoid"), Scores.class).scale())
        .isCloseTo(scale, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"32, 2", "128, 0.5", "256, 0.25"})
  void logitsAreScaledByTheBaseWidthOverTheWidth(int width, double factor) {
    assertThat(only(program("mup", width, "softmax"), Scale.class).factor()).isEqualTo(factor);
  }

  /** Matrices of blocks learn by 1/d under Adam; neither embedding nor output matrix is one. */
  @Test
  void theMatricesOfBlocksLearnAtARateByTheWidth() {
    assertThat(new Parametrisation(4).ofMatrices()).isEqualTo(0.25);
    assertThat(new Parametrisation(1).ofMatrices()).isEqualTo(1);
    Program p = program("mup", 64, "softmax");
    assertThat(HiddenMatrices.of(p))
        .hasSizeGreaterThan(3)
        .doesNotContain("embedding", "output")
        .isEqualTo(
            p.parameters().stream()
                .filter(spec -> spec.rows() > 1 && spec.name().startsWith("block0/"))
                .map(ParameterSpec::name)
                .collect(Collectors.toSet()));
  }

  /** A width of 64: 1/8 for each number, or as a bound; 0.02 for an embedding that is only that. */
  @ParameterizedTest
  @CsvSource({
    "normal, true, random, 0.125",
    "normal, false, random, 0.02",
    "uniform, true, random, 0.0721688",
    "uniform, false, random, 0.0721688",
    "normal, true, orthogonal, 0.125",
    "normal, false, orthogonal, 0.02",
    "uniform, true, orthogonal, 0.0721688"
  })
  void theEmbeddingStartsLikeAnOutputMatrixOrSmall(
      String init, String tied, String embedding, double deviation) {
    Configuration settings =
        new Configuration(
            Map.of(
                "model.width", "64",
                "model.heads", "4",
                "model.layers", "1",
                "model.positions", "learned",
                "model.tied", tied,
                "model.init", init,
                "model.embedding", embedding));
    Program p = new Program(1).evaluating(true);
    Networks.of(settings, Signature.tokens(8, 32)).describe(p);

    assertThat(deviation(p, "embedding")).isCloseTo(deviation, withinPercentage(4));
    double[] rows = values(p, "embedding");
    double product = IntStream.range(0, 64).mapToDouble(c -> rows[c] * rows[64 + c]).sum();
    assertThat(Math.abs(product) < 1e-9).isEqualTo(embedding.equals("orthogonal"));
    assertThat(deviation(p, "positions")).isCloseTo(0.02, withinPercentage(12));
  }

  /** 1/sqrt of the base width at every width. */
  @ParameterizedTest
  @CsvSource({"64", "256", "1024"})
  void embeddingAndOutputMatrixStartAsAtTheBaseWidth(int width) {
    Program p = program("mup", width, "softmax");

    assertThat(deviation(p, "embedding")).isCloseTo(0.125, within(0.005));
    assertThat(deviation(p, "output")).isCloseTo(0.125, within(0.005));
  }
}
