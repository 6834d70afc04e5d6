package org.attune.model.cuda.device;

import com.sun.jna.NativeLibrary;
import java.util.Optional;
import java.util.function.Function;

/** NVIDIA's management library (NVML), which comes with the driver. */
final class Management {

  static final String LIBRARY = "libnvidia-ml.so.1";

  private Management() {}

  /**
   * Asks the library something, between its start and its end.
   *
   * @return empty if it does not start, or has no such function
   */
  static <T> Optional<T> asked(NativeLibrary nvml, Function<NativeLibrary, Optional<T>> question) {
    try {
      if (nvml.getFunction("nvmlInit_v2").invokeInt(new Object[0]) != 0) {
        return Optional.empty();
      }
      try {
        return question.apply(nvml);
      } finally {
        nvml.getFunction("nvmlShutdown").invokeInt(new Object[0]);
      }
    } catch (UnsatisfiedLinkError e) {
      return Optional.empty(); // another library of that name
    }
  }
}
