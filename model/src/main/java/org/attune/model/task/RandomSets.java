package org.attune.model.task;

import java.util.SplittableRandom;
import org.attune.model.network.Signature;

/**
 * Draws sets of Gaussian keys and queries, with Gaussian values or unit vectors. Operators are
 * measured on these sets and nothing is learned, so each seed draws its own.
 */
class RandomSets extends OperatorSets {

  private final boolean units;

  /**
   * @param units whether values are the unit vectors, so that the output is the operator's matrix
   */
  RandomSets(Signature signature, boolean units, int sets, long seed) {
    super(signature, sets, seed);
    this.units = units;
  }

  @Override
  final Batch batch(SplittableRandom random, int size) {
    SetBatch batch = new SetBatch(signature, size);
    for (int i = 0; i < size; i++) {
      for (int row = 0; row < signature.length(); row++) {
        double[] x = Draws.gaussian(random, signature.columns());
        double[] y =
            units ? new double[signature.values()] : Draws.gaussian(random, signature.values());
        if (row < signature.context()) {
          if (units) {
            y[row] = 1;
          }
          batch.given(i, row, x, y);
        } else {
          batch.asked(i, row, x, y);
        }
      }
    }
    return batch.batch();
  }

  @Override
  final String description() {
    return "random sets " + signature + ", units " + units + ", sets " + validated;
  }
}
