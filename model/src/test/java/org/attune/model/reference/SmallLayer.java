package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.rows;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.attune.model.contract.AttentionTrial;
import org.attune.model.engine.Backends;
import org.nd4j.linalg.api.buffer.DataType;

/** The layer that formulas in plain Java are held against: in float64, of these sizes. */
final class SmallLayer {

  static final int BATCH = 2;
  static final int LENGTH = 7;
  static final int HEADS = 4;
  static final int WIDTH = 16;
  static final int LAYER = 1;

  private SmallLayer() {}

  /** The layer of a case, prepared. */
  static AttentionTrial trial(LayerCase c) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("model.width", Integer.toString(WIDTH));
    settings.put("model.heads", Integer.toString(HEADS));
    for (int i = 0; i < c.settings().length; i += 2) {
      settings.put(c.settings()[i], c.settings()[i + 1]);
    }
    AttentionTrial trial =
        new AttentionTrial(
            settings,
            new int[] {BATCH, LENGTH, LAYER},
            c.mask(),
            Backends.reference(),
            DataType.DOUBLE,
            c.evaluated());
    c.prepare().accept(trial);
    return trial;
  }

  /** The words for one of the sequences, with a trial's parameters or others. */
  static ReferenceLayer layer(
      AttentionTrial trial, int sequence, Function<String, double[][]> parameters) {
    double[][] x = trial.parameter(AttentionTrial.INPUT);
    return new ReferenceLayer(
        rows(x, sequence * LENGTH, (sequence + 1) * LENGTH), HEADS, parameters);
  }
}
