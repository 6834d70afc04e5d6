package org.attune.model.cuda.device;

import com.sun.jna.Pointer;
import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.Map;

/** Products on the host, put on the streams of a {@link RecordingDriver}. */
public final class RecordingBlas implements Blas {

  private final RecordingDriver driver;
  private final Map<Long, Long> streams = new HashMap<>();
  private long next = 1;

  public RecordingBlas(RecordingDriver driver) {
    this.driver = driver;
  }

  /** How many handles trials have. */
  public synchronized int busy() {
    return (int) streams.values().stream().filter(stream -> stream != 0).count();
  }

  @Override
  public synchronized long create() {
    driver.say("cublasCreate");
    driver.disturb("cublasCreate");
    streams.put(next, 0L);
    return next++;
  }

  @Override
  public synchronized void use(long handle, long stream, long workspace, long workspaceBytes) {
    streams.put(handle, stream);
  }

  private synchronized long stream(long handle) {
    return streams.get(handle);
  }

  @Override
  public void multiply(long handle, ProductForm form, long a, long b, long c) {
    driver.say("multiply " + form);
    requireAligned(form, a | b | c);
    driver.put(stream(handle), () -> product(form, a, b, c));
  }

  @Override
  public void multiplyEach(long handle, ProductForm form, long a, long b, long c, int count) {
    driver.say("multiplyEach " + form + " " + count);
    driver.put(
        stream(handle),
        () -> {
          for (int i = 0; i < count; i++) {
            requireAligned(form, address(a, i) | address(b, i) | address(c, i));
            product(form, address(a, i), address(b, i), address(c, i));
          }
        });
  }

  /** Kernels for TF32 load 16 bytes at once. */
  private static void requireAligned(ProductForm form, long addresses) {
    long columns = 4L * (form.lda() | form.ldb() | form.ldc());
    if (form.reduced() && (addresses | columns) % 16 != 0) {
      throw new CudaException("A product in TF32 said 716, misaligned address", 716);
    }
  }

  private static long address(long array, int i) {
    return new Pointer(array).getLong(8L * i);
  }

  private static void product(ProductForm f, long a, long b, long c) {
    FloatBuffer left = matrix(a, f.lda(), f.transposedA() ? f.m() : f.k());
    FloatBuffer right = matrix(b, f.ldb(), f.transposedB() ? f.k() : f.n());
    FloatBuffer result = matrix(c, f.ldc(), f.n());
    for (int j = 0; j < f.n(); j++) {
      for (int i = 0; i < f.m(); i++) {
        float sum = 0;
        for (int l = 0; l < f.k(); l++) {
          float x = left.get(f.transposedA() ? i * f.lda() + l : l * f.lda() + i);
          float y = right.get(f.transposedB() ? l * f.ldb() + j : j * f.ldb() + l);
          sum = Math.fma(x, y, sum);
        }
        int at = j * f.ldc() + i;
        result.put(at, f.alpha() * sum + (f.beta() == 0 ? 0 : f.beta() * result.get(at)));
      }
    }
  }

  private static FloatBuffer matrix(long address, int leading, int columns) {
    return new Pointer(address).getByteBuffer(0, 4L * leading * columns).asFloatBuffer();
  }
}
