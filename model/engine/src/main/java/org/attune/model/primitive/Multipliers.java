package org.attune.model.primitive;

import java.util.Arrays;
import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * The Lagrange multipliers of constraints. For equalities {@code μ = T⁻¹E}. For inequalities {@code
 * μ ≥ 0} with {@code E - Tμ ≤ 0} and {@code μ·(E - Tμ) = 0}.
 *
 * <p>Each column is solved by itself. An {@link ActiveSet} solves the inequalities; it activates
 * the most exceeded row next. The gradient is the equality form's, restricted to the active rows.
 *
 * @param t (B, H, c, c), symmetric and positive
 * @param excess E, (B, H, c, columns): how far each constraint is exceeded with multipliers of 0
 * @param inequality whether multipliers are one-sided
 */
public record Multipliers(Value t, Value excess, boolean inequality)
    implements Binary, KeepsOutput {

  public Multipliers {
    if (t.size(2) != t.size(3) || t.size(3) != excess.size(2)) {
      throw new IllegalArgumentException("Cannot balance %s by %s".formatted(excess, t));
    }
  }

  /** Multipliers under which the constraints hold with equality. */
  public static Value equalityMultipliers(Value t, Value excess) {
    return Program.of(t).add(new Multipliers(t, excess, false));
  }

  /** Multipliers under which no constraint is exceeded. */
  public static Value inequalityMultipliers(Value t, Value excess) {
    return Program.of(t).add(new Multipliers(t, excess, true));
  }

  @Override
  public int[] shape() {
    return excess.shape();
  }

  @Override
  public Formula formula(Argument t, Argument excess, Argument y) {
    int rows = excess.size(2);
    int columns = excess.size(3);
    return Formula.keeping(
        pass -> {
          double[] matrices = RealArrays.of(t.array());
          double[] targets = RealArrays.of(excess.array());
          double[] answer = new double[targets.length];
          ActiveSet[] sets = new ActiveSet[t.size(0) * t.size(1) * columns]; // one for each column
          for (int i = 0; i < sets.length; i++) {
            sets[i] = new ActiveSet(matrix(matrices, i / columns), inequality);
            double[] mu = sets[i].multipliers(column(targets, i));
            for (int r = 0; r < rows; r++) {
              answer[place(i, r)] = mu[r];
            }
          }
          y.array().assign(RealArrays.like(y.array(), answer));
          return sets;
        },
        sets -> {
          double[] given = RealArrays.of(y.gradient());
          double[] mu = RealArrays.of(y.array());
          double[] byExcess = new double[given.length];
          double[] byMatrix = new double[sets.length / columns * rows * rows];
          for (int i = 0; i < sets.length; i++) {
            double[] z = sets[i].solve(column(given, i));
            int corner = i / columns * rows * rows;
            for (int r = 0; r < rows; r++) {
              byExcess[place(i, r)] = z[r];
              for (int c = 0; c < rows; c++) {
                byMatrix[corner + r * rows + c] -= z[r] * mu[place(i, c)];
              }
            }
          }
          excess.addGradient(() -> RealArrays.like(excess.array(), byExcess));
          t.addGradient(() -> RealArrays.like(t.array(), byMatrix));
        });
  }

  private double[][] matrix(double[] all, int m) {
    int rows = excess.size(2);
    double[][] matrix = new double[rows][];
    for (int r = 0; r < rows; r++) {
      int from = (m * rows + r) * rows;
      matrix[r] = Arrays.copyOfRange(all, from, from + rows);
    }
    return matrix;
  }

  private int place(int i, int row) {
    int columns = excess.size(3);
    return (i / columns * excess.size(2) + row) * columns + i % columns;
  }

  private double[] column(double[] all, int i) {
    double[] column = new double[excess.size(2)];
    Arrays.setAll(column, r -> all[place(i, r)]);
    return column;
  }
}
