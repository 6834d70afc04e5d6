package org.attune.model.task;

import java.util.Arrays;
import org.attune.model.network.Signature;
import org.nd4j.linalg.factory.Nd4j;

/** Builds a batch of sets, row by row. */
final class SetBatch {

  private final Signature signature;
  private final float[][][] features;
  private final float[][][] targets;
  private final int[][] classes;
  private final float[][] weights;

  SetBatch(Signature signature, int size) {
    this.signature = signature;
    int length = signature.length();
    features = new float[size][length][signature.inputs()];
    targets = new float[signature.classes() ? 0 : size][length][signature.outputs()];
    classes = new int[signature.classes() ? size : 0][length];
    weights = new float[size][length];
  }

  /** Fills a row that gives its values. */
  void given(int set, int row, double[] x, double[] y) {
    float[] all = features[set][row];
    fill(all, 0, x);
    fill(all, x.length, y);
    all[all.length - 1] = 1;
  }

  /** Fills the rows that a set lacks by repeating its first {@code has} rows in turn. */
  void standIns(int set, int has) {
    for (int row = has; row < signature.context(); row++) {
      features[set][row] = features[set][row - has].clone();
      features[set][row][signature.inputs() - 1] = 0;
    }
  }

  /** Fills a query row with its answer, and trains it. */
  void asked(int set, int row, double[] x, double[] answer) {
    fill(features[set][row], 0, x);
    answer(set, row, answer);
  }

  /** Sets the answer of a row or, through its first row, of the set. */
  void answer(int set, int row, double[] answer) {
    fill(targets[set][row], 0, answer);
    weights[set][row] = 1;
  }

  /** Sets the class of a row or, through its first row, of the set. */
  void answer(int set, int row, int label) {
    classes[set][row] = label;
    weights[set][row] = 1;
  }

  /** Fills the row of a member of a class: given with the class's indicator, or asked for. */
  void member(int set, int row, double[] x, int label) {
    double[] indicator = new double[signature.outputs()];
    indicator[label] = 1;
    boolean given = row < signature.context();
    if (given) {
      given(set, row, x, indicator);
    } else {
      fill(features[set][row], 0, x);
    }
    if (signature.classes()) {
      answer(set, row, label);
    } else {
      answer(set, row, indicator);
    }
    weights[set][row] = given ? 0 : 1;
  }

  private static void fill(float[] row, int from, double[] values) {
    for (int c = 0; c < values.length; c++) {
      row[from + c] = (float) values[c];
    }
  }

  /** Returns the whole batch. */
  Batch batch() {
    if (signature.answer() == Signature.Answer.SET) {
      for (float[][] rows : targets) {
        Arrays.fill(rows, rows[0]); // every row predicts the set's answer
      }
    }
    return new Batch(
        Nd4j.createFromArray(features),
        signature.classes() ? Nd4j.createFromArray(classes) : Nd4j.createFromArray(targets),
        Nd4j.createFromArray(weights));
  }
}
