package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.surrogate.HyperParameters;

/**
 * The hyperparameters of a search's Gaussian processes, one for each objective, fitted again as
 * cells are observed. Each refit starts where the one before ended. A resumed search therefore
 * stores the data of refits that its journal has behind it, and computes them when it suggests.
 */
final class Refits {

  private static final int FIRST_ITERATIONS = 40;

  /** Refit after this many new cells, as a share of those fitted. */
  private static final double RENEWED_AFTER = 0.05;

  private final int laterIterations;
  private final HyperParameters[] fits; // by objective
  private final List<Data> owed = new ArrayList<>();
  private int fittedTo;
  private boolean fitted;

  /** Points, and for each objective their values. */
  record Data(double[][] points, double[][] values) {}

  Refits(Coordinates coordinates, int objectives, int laterIterations) {
    this.laterIterations = laterIterations;
    this.fits = new HyperParameters[objectives];
    Arrays.fill(fits, FittedCells.prior(coordinates));
  }

  /** Whether to refit after this many observed cells. */
  boolean due(int told) {
    return told >= fittedTo + Math.max(1, RENEWED_AFTER * fittedTo);
  }

  /** Stores the data of a refit. */
  void owe(Data data, int told) {
    owed.add(data);
    fittedTo = told;
  }

  /** The hyperparameters by objective, after all refits owed. */
  HyperParameters[] renewed() {
    for (Data data : owed) {
      for (int k = 0; k < fits.length; k++) {
        int iterations = fitted ? laterIterations : FIRST_ITERATIONS;
        fits[k] = fits[k].fitted(data.points, data.values[k], iterations);
      }
      fitted = true;
    }
    owed.clear();
    return fits;
  }
}
