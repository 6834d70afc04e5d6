package org.attune.model.cuda;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.HashMap;
import java.util.Map;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.RecordingDriver;

/** A {@link RecordingDriver} that runs kernels: on this processor, by a schedule. */
final class HostDriver extends RecordingDriver {

  private static final int MOST_ARGUMENTS = 64;
  private static final int LAUNCH_FAILED = 719;

  private record Kernel(Function launch, Function call, int[] sizes) {}

  private static final Map<String, Kernel> KERNELS = new HashMap<>();

  private int schedule;

  /** From now on threads of a block take turns by a schedule, as {@code shim.h} counts them. */
  HostDriver scheduled(int schedule) {
    this.schedule = schedule;
    return this;
  }

  private static synchronized Kernel of(String name) {
    return KERNELS.computeIfAbsent(
        name,
        n -> {
          NativeLibrary library = NativeLibrary.getInstance(n.substring(0, n.lastIndexOf(':')));
          String kernel = n.substring(n.lastIndexOf(':') + 1);
          int[] sizes = new int[MOST_ARGUMENTS];
          int count = library.getFunction("host_sizes_" + kernel).invokeInt(new Object[] {sizes});
          return new Kernel(
              library.getFunction("host_launch"),
              library.getFunction("host_call_" + kernel),
              java.util.Arrays.copyOf(sizes, count));
        });
  }

  @Override
  protected void kernel(
      String name, int blocks, int threads, int shared, long stream, long arguments) {
    Kernel kernel = of(name);
    int count = kernel.sizes().length;
    Memory own =
        new Memory(Math.max(8, 16L * count)); // values as they are now, and their addresses
    Pointer given = new Pointer(arguments);
    for (int i = 0; i < count; i++) {
      byte[] value = given.getPointer(8L * i).getByteArray(0, kernel.sizes()[i]);
      own.write(8L * i, value, 0, value.length);
      own.setPointer(8L * (count + i), own.share(8L * i));
    }
    put(
        stream,
        () -> {
          Object[] call = {kernel.call(), own.share(8L * count), blocks, threads, shared, schedule};
          if (kernel.launch().invokeInt(call) != 0) {
            throw new CudaException(
                "%s said 719, a barrier that not all threads reach".formatted(name), LAUNCH_FAILED);
          }
        });
  }
}
