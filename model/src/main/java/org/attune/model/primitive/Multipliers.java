package org.attune.model.primitive;

import java.util.Arrays;
import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * What constraints push with: {@code μ = T⁻¹E} for equalities; for inequalities the {@code μ ≥ 0}
 * with {@code E - Tμ ≤ 0} and {@code μ·(E - Tμ) = 0}, each column by itself, by the active set
 * method (Lawson and Hanson 1974), which lets the row that is exceeded most push next. The gradient
 * is the equality form's on the rows that push.
 *
 * @param t (B, H, c, c), symmetric and positive
 * @param excess E, (B, H, c, columns): how far each constraint is exceeded without a push
 * @param inequality whether pushing is one-sided
 */
public record Multipliers(Value t, Value excess, boolean inequality) implements Primitive {

  private static final int MOST_CHANGES = 1000; // of the active set; a few times the rows do
  private static final double ROUNDING = 1e-12; // relative to what is rounded

  public Multipliers {
    if (t.size(2) != t.size(3) || t.size(3) != excess.size(2)) {
      throw new IllegalArgumentException("Cannot balance %s by %s".formatted(excess, t));
    }
  }

  /** Multipliers that make constraints hold with equality. */
  public static Value equalityMultipliers(Value t, Value excess) {
    return t.program().add(new Multipliers(t, excess, false));
  }

  /** Multipliers that keep constraints from being exceeded. */
  public static Value inequalityMultipliers(Value t, Value excess) {
    return t.program().add(new Multipliers(t, excess, true));
  }

  @Override
  public List<Value> inputs() {
    return List.of(t, excess);
  }

  @Override
  public int[] shape() {
    return excess.shape();
  }

  @Override
  public boolean keepsOutput() {
    return true;
  }

  @Override
  public Formula formula(Arguments at) {
    Argument t = at.in(0);
    Argument excess = at.in(1);
    Argument y = at.out();
    int rows = excess.size(2);
    int columns = excess.size(3);
    return new Formula() {
      private boolean[][] active; // per matrix and column

      @Override
      public void forward(Pass pass) {
        double[] matrices = host(t.array());
        double[] targets = host(excess.array());
        double[] answer = new double[targets.length];
        int count = t.size(0) * t.size(1);
        active = new boolean[count * columns][];
        for (int i = 0; i < active.length; i++) {
          boolean[] on = new boolean[rows];
          Arrays.fill(on, !inequality);
          active[i] = on;
          double[] e = column(targets, i);
          double[] mu = inequality ? pushed(matrices, i, on, e) : solve(matrices, i, on, e);
          for (int r = 0; r < rows; r++) {
            answer[place(i, r)] = mu[r];
          }
        }
        y.array().assign(device(answer));
      }

      @Override
      public void backward() {
        double[] matrices = host(t.array());
        double[] given = host(y.gradient());
        double[] mu = host(y.array());
        double[] byExcess = new double[given.length];
        double[] byMatrix = new double[matrices.length];
        for (int i = 0; i < active.length; i++) {
          double[] z = solve(matrices, i, active[i], column(given, i));
          int corner = corner(i);
          for (int r = 0; r < rows; r++) {
            byExcess[place(i, r)] = z[r];
            for (int c = 0; c < rows; c++) {
              byMatrix[corner + r * rows + c] -= z[r] * mu[place(i, c)];
            }
          }
        }
        if (excess.wantsGradient()) {
          excess.addGradient(device(byExcess));
        }
        if (t.wantsGradient()) {
          t.addGradient(
              Nd4j.createFromArray(byMatrix)
                  .castTo(t.array().dataType())
                  .reshape('c', t.array().shape()));
        }
      }

      /** Multipliers that do not pull; marks the rows that push. */
      private double[] pushed(double[] matrices, int i, boolean[] on, double[] e) {
        double[] mu = new double[rows];
        for (int change = 0; change < MOST_CHANGES; change++) {
          int most = mostExceeded(matrices, i, on, e, mu);
          if (most < 0) {
            return mu;
          }
          on[most] = true;
          double[] next = solve(matrices, i, on, e);
          while (pulls(on, next)) {
            mu = approached(on, mu, next);
            next = solve(matrices, i, on, e);
          }
          mu = next;
        }
        throw new ArithmeticException(
            "Cannot satisfy the inequality constraints: they exclude or repeat each other; remove"
                + " some");
      }

      private int mostExceeded(double[] matrices, int i, boolean[] on, double[] e, double[] mu) {
        int most = -1;
        double excessThere = 0;
        for (int r = 0; r < rows; r++) {
          double left = e[r];
          for (int c = 0; c < rows; c++) {
            left -= matrices[corner(i) + r * rows + c] * mu[c];
          }
          if (!on[r] && left > Math.max(excessThere, ROUNDING * Math.abs(e[r]))) {
            most = r;
            excessThere = left;
          }
        }
        return most;
      }

      private static boolean pulls(boolean[] on, double[] mu) {
        for (int r = 0; r < mu.length; r++) {
          if (on[r] && mu[r] <= 0) {
            return true;
          }
        }
        return false;
      }

      /** Goes from mu towards next until a row would pull, and takes that one out. */
      private static double[] approached(boolean[] on, double[] mu, double[] next) {
        double step = 1;
        for (int r = 0; r < mu.length; r++) {
          if (on[r] && next[r] <= 0) {
            step = Math.min(step, mu[r] / (mu[r] - next[r]));
          }
        }
        double[] there = new double[mu.length];
        for (int r = 0; r < mu.length; r++) {
          there[r] = mu[r] + step * (next[r] - mu[r]);
          if (on[r] && next[r] <= 0 && there[r] <= ROUNDING * mu[r]) {
            on[r] = false;
            there[r] = 0;
          }
        }
        return there;
      }

      /** {@code T⁻¹ right} on the active rows, 0 on the others. */
      private double[] solve(double[] matrices, int i, boolean[] on, double[] right) {
        double[][] m = new double[rows][rows];
        int corner = corner(i);
        double[][] b = new double[rows][1];
        for (int r = 0; r < rows; r++) {
          m[r][r] = 1;
          b[r][0] = on[r] ? right[r] : 0;
          for (int c = 0; c < rows; c++) {
            if (on[r] && on[c]) {
              m[r][c] = matrices[corner + r * rows + c];
            }
          }
        }
        Factors factors =
            Factors.general(
                Nd4j.createFromArray(new double[][][][] {{m}}),
                Lambda.fixed(0).bound(BoundLambda.Rho.NONE));
        return factors.solve(Nd4j.createFromArray(new double[][][][] {{b}})).data().asDouble();
      }

      private int corner(int i) {
        return i / columns * rows * rows;
      }

      private int place(int i, int row) {
        return (i / columns * rows + row) * columns + i % columns;
      }

      private double[] column(double[] all, int i) {
        double[] column = new double[rows];
        for (int r = 0; r < rows; r++) {
          column[r] = all[place(i, r)];
        }
        return column;
      }

      private double[] host(INDArray array) {
        return array.dup('c').data().asDouble();
      }

      private INDArray device(double[] all) {
        return Nd4j.createFromArray(all)
            .castTo(excess.array().dataType())
            .reshape('c', excess.array().shape());
      }
    };
  }
}
