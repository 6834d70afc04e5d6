package org.attune.model.task;

import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.attune.model.network.Signature;

/** Sets drawn at random. */
abstract class SetExamples extends DrawnExamples {

  final Signature signature;

  SetExamples(Signature signature, int sets, long seed) {
    super(sets, seed);
    this.signature = signature;
  }

  /**
   * The mean squared error of answers, over the validation sets' asked rows and an answer's
   * columns.
   *
   * @param fit makes a set's answers: from its rows, a function from a row to its answer
   */
  final double loss(Function<double[][], UnaryOperator<double[]>> fit) {
    double loss = 0;
    double asked = 0;
    for (Batch batch : validation(validated)) {
      for (int i = 0; i < batch.size(); i++) {
        double[][] rows = batch.features().slice(i).toDoubleMatrix();
        UnaryOperator<double[]> answer = fit.apply(rows);
        for (int t = signature.context(); t < rows.length; t++) {
          double[] y = answer.apply(rows[t]);
          for (int c = 0; c < y.length; c++) {
            loss += Math.pow(y[c] - batch.labels().getDouble(i, t, c), 2) / y.length;
          }
          asked++;
        }
      }
    }
    return loss / asked;
  }
}
