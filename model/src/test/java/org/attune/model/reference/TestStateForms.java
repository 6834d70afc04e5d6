package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StateRecurrence.Update;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;

/**
 * State recurrences against their papers' forms without a state, for one head of two sequences: the
 * weights of all pairs of tokens, or what an associative memory must answer.
 */
class TestStateForms {

  private static final int BATCH = 2;
  private static final int LENGTH = 9;
  private static final int ROWS = BATCH * LENGTH;
  private static final double CLOSE = 1e-12;

  private final Random random = new Random(31);
  private final Computed computed = new Computed();
  private final double[][] q = gaussian(ROWS, 3, random);
  private final double[][] k = gaussian(ROWS, 3, random);
  private final double[][] v = gaussian(ROWS, 2, random);

  /** Sun et al. 2023, equation 5: {@code (QKᵀ ∘ D) V} with {@code D_tj = g^(t-j)}. */
  @Test
  void retentionIsItsParallelForm() {
    double rate = 1 - 1.0 / 32;
    double[][] actual = read(null, null, rate, Update.ADD);

    double[][] expected = pairs((t, j, c) -> Math.pow(rate, t - j), null);
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
  }

  /** Yang et al. 2024, equation 4: every key channel weighed by the product of its decays. */
  @Test
  void gatedLinearAttentionIsItsParallelForm() {
    double[][] decay = shares(3);
    double[][] actual = read(decay, null, 1, Update.ADD);

    double[][] expected =
        pairs(
            (t, j, c) -> {
              double product = 1;
              for (int s = j + 1; s <= t; s++) {
                product *= decay[s][c];
              }
              return product;
            },
            null);
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
  }

  /** Dao and Gu 2024, section 3: a 1-semiseparable mask times step sizes. */
  @Test
  void stateSpaceDualityIsItsSemiseparableMatrix() {
    double[][] decay = shares(1);
    double[][] steps = shares(1);
    double[][] actual = read(decay, steps, 1, Update.ADD);

    double[][] expected =
        pairs(
            (t, j, c) -> {
              double product = 1;
              for (int s = j + 1; s <= t; s++) {
                product *= decay[s][0];
              }
              return product;
            },
            steps);
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
  }

  /**
   * With keys at right angles and a share of 1 the delta rule is an exact memory: it answers with
   * the newest value of each key, where a sum of pairs answers with all of them.
   */
  @Test
  void theDeltaRuleReplacesTheValueOfAKey() {
    int[] keys = {0, 1, 2, 1, 0, 1, 2, 2, 0};
    double[][] ones = new double[ROWS][1];
    for (int row = 0; row < ROWS; row++) {
      ones[row][0] = 1;
      for (int c = 0; c < 3; c++) {
        k[row][c] = c == keys[row % LENGTH] ? 1 : 0;
      }
    }
    double[][] actual = read(null, ones, 1, Update.CORRECT);

    double[][] expected = new double[ROWS][2];
    for (int row = 0; row < ROWS; row++) {
      int[] newest = {-1, -1, -1};
      for (int s = row - row % LENGTH; s <= row; s++) {
        newest[keys[s % LENGTH]] = s;
      }
      for (int c = 0; c < 3; c++) {
        for (int j = 0; newest[c] >= 0 && j < 2; j++) {
          expected[row][j] += q[row][c] * v[newest[c]][j];
        }
      }
    }
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
  }

  /** Yang et al. 2025, equation 10, by products of whole matrices from the left. */
  @Test
  void theGatedDeltaRuleIsItsProductOfMatrices() {
    double[][] decay = shares(1);
    double[][] share = shares(1);
    double[][] actual = read(decay, share, 0.9, Update.CORRECT);

    double[][] expected = new double[ROWS][2];
    double[][] state = new double[3][2];
    for (int row = 0; row < ROWS; row++) {
      if (row % LENGTH == 0) {
        state = new double[3][2];
      }
      double[][] next = new double[3][2];
      for (int a = 0; a < 3; a++) {
        for (int j = 0; j < 2; j++) {
          for (int c = 0; c < 3; c++) {
            double kept = (a == c ? 1 : 0) - share[row][0] * k[row][a] * k[row][c];
            next[a][j] += 0.9 * decay[row][0] * kept * state[c][j];
          }
          next[a][j] += share[row][0] * k[row][a] * v[row][j];
          expected[row][j] += q[row][a] * next[a][j];
        }
      }
      state = next;
    }
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
  }

  private double[][] shares(int columns) {
    double[][] numbers = gaussian(ROWS, columns, random);
    for (double[] row : numbers) {
      for (int c = 0; c < columns; c++) {
        row[c] = 1 / (1 + Math.exp(-row[c]));
      }
    }
    return numbers;
  }

  private double[][] read(double[][] decay, double[][] write, double rate, Update update) {
    return computed.of(
        BATCH,
        p ->
            new StateRecurrence(
                    computed.given(p, "q", q),
                    computed.given(p, "k", k),
                    computed.given(p, "v", v),
                    optional(decay == null ? null : computed.given(p, "decay", decay)),
                    optional(write == null ? null : computed.given(p, "write", write)),
                    1,
                    1,
                    Collections.nCopies(1, rate),
                    update)
                .value());
  }

  private static Optional<Value> optional(Value value) {
    return Optional.ofNullable(value);
  }

  private interface Weight {
    double of(int t, int j, int channel);
  }

  /** {@code y_t = Σ_{j ≤ t} Σ_c q_tc w(t, j, c) k_jc b_j v_j}. */
  private double[][] pairs(Weight weight, double[][] write) {
    double[][] y = new double[ROWS][2];
    for (int t = 0; t < ROWS; t++) {
      for (int j = t - t % LENGTH; j <= t; j++) {
        double sum = 0;
        for (int c : List.of(0, 1, 2)) {
          sum += q[t][c] * weight.of(t, j, c) * k[j][c];
        }
        double b = write == null ? 1 : write[j][0];
        for (int e = 0; e < 2; e++) {
          y[t][e] += sum * b * v[j][e];
        }
      }
    }
    return y;
  }
}
