package org.attune.model.task;

import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.model.network.Signature;

/** Sets on which operators are measured. Nothing is learned, so each seed draws its own. */
abstract class OperatorSets extends SetExamples {

  OperatorSets(Signature signature, int sets, long seed) {
    super(signature, sets, seed);
  }

  @Override
  final SplittableRandom heldOutRandom() {
    return validationRandom(seed);
  }

  /** Nothing is trained, so nothing is chosen that a third split must judge. */
  @Override
  public final Optional<Examples> sealed() {
    return Optional.empty();
  }
}
