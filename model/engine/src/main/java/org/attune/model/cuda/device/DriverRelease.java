package org.attune.model.cuda.device;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The release of NVIDIA's driver, such as {@code 580.65.06}. It comes from the management library
 * (NVML) if installed, else from the kernel module's version file.
 */
final class DriverRelease {

  private static final Path MODULE = Path.of("/proc/driver/nvidia/version");
  private static final Pattern NUMBERS = Pattern.compile("\\s(\\d+(?:\\.\\d+)+)\\s");
  private static final int LENGTH =
      81; // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE and a terminating zero

  private DriverRelease() {}

  /** This machine's driver release; empty if unknown. */
  static Optional<String> here() {
    return of(NativeLibraries::open, MODULE);
  }

  /**
   * @param open opens a library by its name
   * @param module the file in which the kernel module reports its version
   */
  static Optional<String> of(Function<String, Optional<NativeLibrary>> open, Path module) {
    return open.apply(Management.LIBRARY).flatMap(DriverRelease::of).or(() -> of(module));
  }

  private static Optional<String> of(NativeLibrary nvml) {
    return Management.asked(
        nvml,
        library -> {
          byte[] text = new byte[LENGTH];
          int code =
              library
                  .getFunction("nvmlSystemGetDriverVersion")
                  .invokeInt(new Object[] {text, text.length - 1});
          return code == 0 ? Optional.of(Native.toString(text)) : Optional.empty();
        });
  }

  private static Optional<String> of(Path module) {
    try {
      Matcher numbers = NUMBERS.matcher(Files.readString(module));
      return numbers.find() ? Optional.of(numbers.group(1)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
