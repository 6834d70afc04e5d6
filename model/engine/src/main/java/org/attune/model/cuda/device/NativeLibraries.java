package org.attune.model.cuda.device;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Shared libraries of this process. They are never closed: other code may use them. */
final class NativeLibraries {

  private static final List<NativeLibrary> OPEN = new CopyOnWriteArrayList<>();

  private NativeLibraries() {}

  /** Opens a library by a path or a name; empty if it is absent. */
  static Optional<NativeLibrary> open(String name) {
    try {
      NativeLibrary library = NativeLibrary.getInstance(name);
      OPEN.add(library);
      return Optional.of(library);
    } catch (UnsatisfiedLinkError e) {
      return Optional.empty();
    }
  }

  /** Binds a class's native methods to the functions of the same names. */
  static void bind(Class<?> functions, NativeLibrary library, String what) {
    try {
      Native.register(functions, library);
    } catch (UnsatisfiedLinkError e) {
      throw new CudaException(
          "%s is too old or not what it says: %s; install CUDA 11.8 or later, or set %s"
              .formatted(what, e.getMessage(), LibrarySearch.PROPERTY));
    }
  }
}
