package org.attune.model.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Work that the kernels of one program share and that runs after all adjoints of a pass. */
final class Afterwards {

  private final Map<Class<?>, Runnable> all = new LinkedHashMap<>();

  /** The work of a kind, made on the first request. */
  <T extends Runnable> T get(Class<T> kind, Supplier<T> make) {
    return kind.cast(all.computeIfAbsent(kind, k -> make.get()));
  }

  void run() {
    all.values().forEach(Runnable::run);
  }
}
