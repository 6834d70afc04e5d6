package org.attune.model.cuda;

import java.util.List;
import java.util.Optional;
import org.attune.model.cuda.device.Blas;
import org.attune.model.cuda.device.CardId;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.KernelCompiler;
import org.attune.model.cuda.device.RecordingBlas;
import org.attune.model.cuda.device.RecordingDriver;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Precision;

/** Sessions on a card of which only the memory is real: its kernels and products do nothing. */
public final class IdleCard {

  private static final int SHARED = 232_448;

  private final RecordingDriver driver = new RecordingDriver();
  private final Cubins cubins = new Cubins(new Nothing(), Optional.empty());

  /**
   * @param memory bytes
   */
  public IdleCard(long memory) {
    CardId id = driver.cards.get(0).id();
    driver.cards.set(0, new DeviceFacts(0, id, "Small", 9, 0, memory, SHARED));
  }

  /** A trial's share. */
  public DeviceSession<?> open(double part) {
    DeviceShare share = new DeviceShare(0, part);
    return new CudaSession(runtime(new NoProducts()), share, Precision.FLOAT32, true);
  }

  /** The whole card, with products of a precision that it records. */
  DeviceSession<?> open(Precision precision) {
    DeviceShare whole = DeviceShare.whole(0);
    return new CudaSession(runtime(new RecordingBlas(driver)), whole, precision, true);
  }

  private DeviceRuntime runtime(Blas blas) {
    return new DeviceRuntime(driver, blas, cubins, 0);
  }

  /** Every call of the driver and every product. */
  List<String> calls() {
    return driver.calls;
  }

  /** The most bytes that were allocated at any time. */
  public long most() {
    return driver.most;
  }

  /** What has not been given back. */
  public List<String> held() {
    return driver.held();
  }

  private record Nothing() implements KernelCompiler {
    @Override
    public String version() {
      return "none";
    }

    @Override
    public byte[] compile(String name, String source, String architecture, List<String> options) {
      return new byte[0];
    }
  }

  private record NoProducts() implements Blas {
    @Override
    public long create() {
      return 1;
    }

    @Override
    public void use(long handle, long stream, long workspace, long workspaceBytes) {}

    @Override
    public void multiply(long handle, ProductForm form, long a, long b, long c) {}

    @Override
    public void multiplyEach(long handle, ProductForm form, long a, long b, long c, int count) {}
  }
}
