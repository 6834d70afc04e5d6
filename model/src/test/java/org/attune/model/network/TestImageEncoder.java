package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.Standalone;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The encoder of images beside its definition in plain Java. */
class TestImageEncoder {

  private static final int SIDE = 6; // an odd side after one block
  private static final int SETS = 2;
  private static final int IMAGES = 3;
  private static final int FILTERS = 4;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void agreesWithItsDefinition(boolean bySet) {
    double[] pixels =
        new SplittableRandom(3).doubles((long) SETS * IMAGES * SIDE * SIDE, -1, 1).toArray();
    Map<String, double[]> parameters = new HashMap<>();

    double[] exact = encode(Backends.reference(), DataType.DOUBLE, bySet, pixels, parameters);
    double[] fast = encode(Backends.cpu(), DataType.FLOAT, bySet, pixels, parameters);

    double[] defined = definition(pixels, bySet, parameters);
    assertThat(exact).hasSize(SETS * IMAGES * FILTERS);
    for (int i = 0; i < defined.length; i++) {
      assertThat(exact[i]).isCloseTo(defined[i], within(1e-10));
      assertThat(fast[i]).isCloseTo(defined[i], within(1e-5));
    }
  }

  @Test
  void refusesWhatIsNoSquareOrTooSmall() {
    assertThat(new ImageEncoder(4, 1, true).refusal(10).orElseThrow())
        .contains("is for square images, and this task's rows have 10 numbers");
    assertThat(new ImageEncoder(4, 4, true).refusal(14 * 14))
        .contains(
            "Invalid model.kind.embedding.blocks: an image of 14 x 14 can be halved 3 times, not"
                + " 4");
    assertThat(new ImageEncoder(4, 3, true).refusal(14 * 14)).isEmpty();
  }

  private static double[] encode(
      Backend<?> backend,
      DataType type,
      boolean bySet,
      double[] pixels,
      Map<String, double[]> parameters) {
    Program p = new Program(SETS);
    p.output("y", new ImageEncoder(FILTERS, 2, bySet).of(p.input("x", IMAGES, SIDE * SIDE, false)));
    ParameterArrays arrays =
        new ParameterArrays() {
          @Override
          public INDArray values(ParameterSpec spec) {
            double[] values =
                parameters.computeIfAbsent(
                    spec.name(),
                    name ->
                        new SplittableRandom(name.hashCode())
                            .doubles(spec.size(), -1, 1)
                            .toArray());
            return Nd4j.createFromArray(values)
                .castTo(type)
                .reshape('c', spec.rows(), spec.columns());
          }

          @Override
          public INDArray gradient(ParameterSpec spec) {
            throw new UnsupportedOperationException();
          }
        };
    try (Standalone e = Standalone.forward(p, backend, type, arrays)) {
      e.feed(
          "x", Nd4j.createFromArray(pixels).castTo(type).reshape('c', SETS * IMAGES, SIDE * SIDE));
      e.forward(Pass.evaluation());
      return e.array("y").dup('c').castTo(DataType.DOUBLE).data().asDouble();
    }
  }

  /** Convolution, norm, gain and shift, ReLU, pooling; pixel by pixel. */
  private static double[] definition(double[] pixels, boolean bySet, Map<String, double[]> of) {
    int side = SIDE;
    double[][][][] x = new double[SETS * IMAGES][side][side][1]; // image, down, right, channel
    for (int i = 0; i < pixels.length; i++) {
      x[i / (side * side)][i / side % side][i % side][0] = pixels[i];
    }
    for (int block = 0; block < 2; block++) {
      String name = "conv" + block;
      x = convolved(x, of.get(name + "-weight"));
      for (int first = 0; first < x.length; first += bySet ? IMAGES : 1) {
        norm(x, first, bySet ? IMAGES : 1, of.get(name + "-gain"), of.get(name + "-shift"));
      }
      x = pooled(x);
    }
    double[] flat = new double[x.length * FILTERS];
    for (int i = 0; i < flat.length; i++) {
      flat[i] = x[i / FILTERS][0][0][i % FILTERS];
    }
    return flat;
  }

  private static double[][][][] convolved(double[][][][] x, double[] weights) {
    int side = x[0].length;
    int channels = x[0][0][0].length;
    double[][][][] y = new double[x.length][side][side][FILTERS];
    for (int n = 0; n < x.length; n++) {
      for (int i = 0; i < side; i++) {
        for (int j = 0; j < side; j++) {
          for (int f = 0; f < FILTERS; f++) {
            for (int a = -1; a <= 1; a++) {
              for (int b = -1; b <= 1; b++) {
                if (i + a < 0 || i + a >= side || j + b < 0 || j + b >= side) {
                  continue;
                }
                for (int c = 0; c < channels; c++) {
                  int row = ((a + 1) * 3 + b + 1) * channels + c;
                  y[n][i][j][f] += x[n][i + a][j + b][c] * weights[row * FILTERS + f];
                }
              }
            }
          }
        }
      }
    }
    return y;
  }

  private static void norm(double[][][][] x, int first, int count, double[] gain, double[] shift) {
    int side = x[0].length;
    int n = count * side * side;
    for (int f = 0; f < FILTERS; f++) {
      double sum = 0;
      double squares = 0;
      for (int i = 0; i < n; i++) {
        sum += x[first + i / (side * side)][i / side % side][i % side][f];
      }
      for (int i = 0; i < n; i++) {
        double off = x[first + i / (side * side)][i / side % side][i % side][f] - sum / n;
        squares += off * off;
      }
      for (int i = 0; i < n; i++) {
        double[] pixel = x[first + i / (side * side)][i / side % side][i % side];
        double unit = (pixel[f] - sum / n) / Math.sqrt(squares / n + 1e-5);
        pixel[f] = Math.max(0, gain[f] * unit + shift[f]);
      }
    }
  }

  private static double[][][][] pooled(double[][][][] x) {
    int half = x[0].length / 2;
    double[][][][] y = new double[x.length][half][half][FILTERS];
    for (int n = 0; n < x.length; n++) {
      for (int i = 0; i < half; i++) {
        for (int j = 0; j < half; j++) {
          for (int f = 0; f < FILTERS; f++) {
            y[n][i][j][f] =
                Math.max(
                    Math.max(x[n][2 * i][2 * j][f], x[n][2 * i][2 * j + 1][f]),
                    Math.max(x[n][2 * i + 1][2 * j][f], x[n][2 * i + 1][2 * j + 1][f]));
          }
        }
      }
    }
    return y;
  }
}
