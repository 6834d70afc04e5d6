package org.attune.model.task;

import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.model.network.Signature;

/**
 * Draws sets of Gaussian keys and queries, with Gaussian values or unit vectors. Operators are
 * measured on these sets and nothing is learned, so each seed draws its own.
 */
class RandomSets extends DrawnExamples {

  private final Signature signature;
  private final boolean units;
  private final int sets;
  private final long seed;

  /**
   * @param units whether values are the unit vectors, so that the output is the operator's matrix
   */
  RandomSets(Signature signature, boolean units, int sets, long seed) {
    super(sets, seed);
    this.signature = signature;
    this.units = units;
    this.sets = sets;
    this.seed = seed;
  }

  @Override
  final SplittableRandom heldOutRandom() {
    return validationRandom(seed);
  }

  /** Nothing is trained, so nothing is chosen that a third split must judge. */
  @Override
  public Optional<Examples> sealed() {
    return Optional.empty();
  }

  @Override
  final Batch batch(SplittableRandom random, int size) {
    SetBatch batch = new SetBatch(signature, size);
    for (int i = 0; i < size; i++) {
      for (int row = 0; row < signature.length(); row++) {
        double[] x = gaussian(random, signature.columns());
        double[] y = units ? new double[signature.values()] : gaussian(random, signature.values());
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

  private static double[] gaussian(SplittableRandom random, int count) {
    double[] all = new double[count];
    for (int c = 0; c < count; c++) {
      all[c] = random.nextGaussian();
    }
    return all;
  }

  @Override
  final String description() {
    return "random sets " + signature + ", units " + units + ", sets " + sets;
  }
}
