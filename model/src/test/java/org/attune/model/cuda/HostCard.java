package org.attune.model.cuda;

import java.util.Optional;
import org.attune.model.cuda.device.RecordingBlas;
import org.attune.model.engine.Precision;
import org.junit.jupiter.api.Assumptions;

/** Sessions on a card that is this processor: the whole backend, kernels and all. */
final class HostCard {

  private static final Cubins CUBINS = new Cubins(new HostCompiler(), Optional.empty());

  final HostDriver driver = new HostDriver();
  final RecordingBlas blas = new RecordingBlas(driver);

  /** A card, where kernels can be compiled for it. */
  static HostCard here() {
    boolean compiles = HostCompiler.isHere();
    if (!compiles) {
      System.out.println("Kernels are not run on the host: no g++ for this processor");
    }
    Assumptions.assumeTrue(compiles, "no g++ for this processor");
    return new HostCard();
  }

  CudaSession open(boolean records) {
    return new CudaSession(driver, blas, CUBINS, 0, Precision.FLOAT32, records);
  }
}
