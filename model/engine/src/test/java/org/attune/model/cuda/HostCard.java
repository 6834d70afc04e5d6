package org.attune.model.cuda;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.attune.model.cuda.device.RecordingBlas;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Precision;
import org.junit.jupiter.api.Assumptions;

/** Sessions on a card that is this processor: the whole backend, kernels and all. */
public final class HostCard {

  private static final Cubins CUBINS = new Cubins(new HostCompiler(), Optional.empty());

  final HostDriver driver = new HostDriver();
  final RecordingBlas blas = new RecordingBlas(driver);
  final DeviceRuntime runtime;

  HostCard() {
    this(CUBINS);
  }

  private HostCard(Cubins cubins) {
    runtime = new DeviceRuntime(driver, blas, cubins, 0);
  }

  /** Cards whose kernels' texts are changed before they are compiled. */
  static Supplier<HostCard> changed(UnaryOperator<String> change) {
    Cubins own = new Cubins(new HostCompiler(change), Optional.empty());
    return () -> new HostCard(own);
  }

  /** A card, where kernels can be compiled for it. */
  public static HostCard here() {
    boolean compiles = HostCompiler.isHere();
    if (!compiles) {
      System.out.println("Kernels are not run on the host: no g++ for this processor");
    }
    Assumptions.assumeTrue(compiles, "no g++ for this processor");
    return new HostCard();
  }

  CudaSession open(boolean records) {
    DeviceShare whole = DeviceShare.whole(0);
    return new CudaSession(runtime, whole, Precision.FLOAT32, records);
  }

  /** A trial's share, whose steps are recorded. */
  public DeviceSession<?> open() {
    return open(true);
  }

  /** What has not been given back. */
  public List<String> held() {
    return driver.held();
  }
}
