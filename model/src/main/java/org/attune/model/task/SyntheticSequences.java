package org.attune.model.task;

import java.util.SplittableRandom;
import org.attune.model.network.Signature;

/** A generator of token sequences that ask for tokens which follow from the ones before. */
interface SyntheticSequences {

  /** Returns the number of tokens in the vocabulary. */
  int vocabulary();

  /** Returns T, the number of tokens that a network reads. */
  int length();

  /** Returns what is required of a network. */
  default Signature signature() {
    return Signature.tokens(length(), vocabulary());
  }

  /** Draws a sequence for training. */
  AskedSequence draw(SplittableRandom random);

  /** Draws a sequence for validation. By default it comes from the training distribution. */
  default AskedSequence drawHeldOut(SplittableRandom random) {
    return draw(random);
  }

  /**
   * Returns the answers of an exact solver, which reads the tokens as a network does: position t
   * sees tokens 0 to t.
   *
   * @param tokens (T)
   * @return (T); any number where nothing is asked
   */
  int[] solve(int[] tokens);

  /** Returns the accuracy of the best guess that ignores the sequence: a share. */
  double chance();

  /** Whether training also predicts the tokens that nothing asks for. */
  default boolean trainsOnAll() {
    return false;
  }

  /**
   * Returns the group of a validation sequence whose accuracy is also reported apart: {@code
   * 8_pairs}. Empty for none.
   */
  default String group(int[] tokens, boolean[] asked) {
    return "";
  }
}
