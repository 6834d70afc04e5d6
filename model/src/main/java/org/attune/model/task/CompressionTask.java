package org.attune.model.task;

import java.util.SplittableRandom;
import org.attune.api.catalog.Parameter;
import org.attune.model.network.Signature;

/**
 * Random tokens, then a sign whose vector must hold them all: a decoder rebuilds every token from
 * that vector and the token's position. (MAD, Poli et al. 2024.)
 */
final class CompressionTask extends SyntheticTask {

  static final Parameter LENGTH =
      TaskParameters.tokens(2, 65536, 32, "tokens of a sequence, the last the sign");
  static final Parameter SYMBOLS =
      TaskParameters.integer("task.symbols", 3, 65536, 16, "distinct tokens, the sign among them");

  CompressionTask() {
    super(
        "compression",
        "all tokens of a sequence, rebuilt from the vector of its last one",
        "MAD, Poli et al. 2024, arXiv 2403.17844",
        settings -> new Compressed(settings.integer(SYMBOLS), settings.integer(LENGTH)),
        LENGTH,
        SYMBOLS);
  }

  /**
   * Tokens, and the sign at the end.
   *
   * @param vocabulary tokens, the last of them the sign
   * @param length T, with the sign
   */
  record Compressed(int vocabulary, int length) implements SyntheticSequences {

    @Override
    public Signature signature() {
      return Signature.reconstruction(length, vocabulary);
    }

    @Override
    public AskedSequence draw(SplittableRandom random) {
      AskedSequence sequence = AskedSequence.of(length);
      for (int t = 0; t < length - 1; t++) {
        sequence.tokens()[t] = random.nextInt(vocabulary - 1);
        sequence.ask(t, sequence.tokens()[t]);
      }
      sequence.tokens()[length - 1] = vocabulary - 1;
      return sequence;
    }

    @Override
    public int[] solve(int[] tokens) {
      return tokens.clone();
    }

    @Override
    public double chance() {
      return 1.0 / (vocabulary - 1);
    }
  }
}
