package org.attune.model.task;

import java.util.SplittableRandom;
import org.attune.model.network.Signature;

/** Sets of data that is trained on, and of data that is held out. */
abstract class SplitSets extends SetExamples {

  SplitSets(Signature signature, int sets, long seed) {
    super(signature, sets, seed);
  }

  /** Draws sets. */
  abstract Batch batch(SplittableRandom random, int size, boolean heldOut);

  @Override
  final Batch batch(SplittableRandom random, int size) {
    return batch(random, size, false);
  }

  @Override
  final Batch heldOut(SplittableRandom random, int size) {
    return batch(random, size, true);
  }
}
