package org.attune.model.cpu;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.ActiveSet;
import org.attune.model.primitive.Multipliers;
import org.attune.model.program.Pass;

/** {@link Multipliers} in float64 on the heap: a few rows, solved column by column. */
final class MultipliersKernel extends PairKernel {

  private final boolean inequality;
  private final int rows;
  private final int columns;
  private final ActiveSet[] sets; // one for each column of each matrix

  MultipliersKernel(Multipliers p, Operands<Floats> at) {
    super(at);
    inequality = p.inequality();
    rows = p.excess().size(2);
    columns = p.excess().size(3);
    sets = new ActiveSet[output.rows / rows * columns];
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < sets.length; i++) {
      int first = i / columns * rows;
      sets[i] = new ActiveSet(Doubles.rows(input, first, rows), inequality);
      double[] mu = sets[i].multipliers(column(second, first, i % columns));
      for (int r = 0; r < rows; r++) {
        output.at(first + r, i % columns, (float) mu[r]);
      }
    }
  }

  @Override
  public void backward() {
    for (int first = 0; first < output.rows; first += rows) {
      double[][] byExcess = new double[rows][columns];
      double[][] byMatrix = new double[rows][rows];
      for (int c = 0; c < columns; c++) {
        double[] z = sets[first / rows * columns + c].solve(column(gradient, first, c));
        for (int r = 0; r < rows; r++) {
          byExcess[r][c] = z[r];
          for (int other = 0; other < rows; other++) {
            byMatrix[r][other] -= z[r] * output.at(first + other, c);
          }
        }
      }
      if (toInput.wanted()) {
        Doubles.give(new Array2DRowRealMatrix(byMatrix, false), toInput, first);
      }
      if (toSecond.wanted()) {
        Doubles.give(new Array2DRowRealMatrix(byExcess, false), toSecond, first);
      }
    }
  }

  private double[] column(Floats from, int first, int c) {
    double[] column = new double[rows];
    Arrays.setAll(column, r -> from.at(first + r, c));
    return column;
  }
}
