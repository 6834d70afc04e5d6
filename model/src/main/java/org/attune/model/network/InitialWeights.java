package org.attune.model.network;

import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.program.Init;

/** How a decoder's weights start. */
final class InitialWeights {

  enum Distribution {
    UNIFORM,
    NORMAL,
    TRUNCATED_NORMAL
  }

  enum Embedding {
    RANDOM,
    ORTHOGONAL
  }

  static final Choice<Distribution> INIT =
      Choice.of(
          Distribution.class,
          "model.init",
          "init",
          "how ordinary weights start",
          List.of(
              Option.of(Distribution.UNIFORM, "uniform in ±1/sqrt(fan-in)", ""),
              Option.of(Distribution.NORMAL, "Gaussian with deviation 1/sqrt(fan-in)", ""),
              Option.of(
                  Distribution.TRUNCATED_NORMAL,
                  "the same, cut at 3 deviations",
                  "multi-token attention, arXiv 2504.00927")));

  static final Choice<Embedding> EMBEDDING =
      Choice.of(
          Embedding.class,
          "model.embedding",
          "embedding_start",
          "how the embedding starts",
          List.of(
              Option.of(Embedding.RANDOM, "as model.init says", ""),
              Option.of(
                  Embedding.ORTHOGONAL,
                  "as long, but rows at right angles (columns, where the vocabulary is larger than"
                      + " the width); in one bit a Hadamard matrix",
                  "split-Q's proposed next test")));

  private static final double SMALL = 0.02; // deviation, as of GPT-2's embedding
  private static final double CUT = 3; // deviations

  private final Distribution distribution;
  private final boolean orthogonal; // the embedding
  private final boolean tied; // the output matrix is the embedding's
  private final boolean oneBit;
  private final int width;
  private final Parametrisation parametrisation;

  InitialWeights(Configuration settings, int width, boolean oneBit) {
    this.width = width;
    this.oneBit = oneBit;
    distribution = settings.choice(INIT);
    orthogonal = settings.choice(EMBEDDING) == Embedding.ORTHOGONAL;
    tied = settings.flag(Readout.TIED);
    parametrisation = Parametrisation.of(settings, width);
  }

  /** The weights of blocks, unless their part says otherwise. */
  Init ordinary() {
    return switch (distribution) {
      case NORMAL -> Init.scaledNormal();
      case TRUNCATED_NORMAL -> Init.scaledTruncatedNormal();
      case UNIFORM -> Init.UNIFORM;
    };
  }

  /**
   * The embedding starts like an output matrix with d inputs per row. Gaussian weights are small if
   * the table is only an embedding.
   */
  Init embedding() {
    boolean small = distribution == Distribution.NORMAL && !tied;
    double size = small ? SMALL : size();
    if (!orthogonal) {
      return of(size);
    }
    double deviation = distribution == Distribution.UNIFORM ? size / Math.sqrt(3) : size;
    return oneBit
        ? Init.orthogonalSigns(deviation)
        : Init.orthogonal(deviation * Math.sqrt(width)); // the length of a row
  }

  /** Learned positions. */
  Init positions() {
    return Init.normal(SMALL);
  }

  /** An output matrix of its own. */
  Init output() {
    return parametrisation.isStandard() ? Init.fanIn() : of(size());
  }

  /** 1/sqrt(d) of the width that embedding and output matrix start for. */
  private double size() {
    return 1 / Math.sqrt(parametrisation.startingWidth(width));
  }

  /**
   * @param size the deviation; of uniform weights the largest value
   */
  private Init of(double size) {
    return switch (distribution) {
      case NORMAL -> Init.normal(size);
      case TRUNCATED_NORMAL -> Init.truncatedNormal(size, CUT);
      case UNIFORM -> Init.uniform(size);
    };
  }
}
