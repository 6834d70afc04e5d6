package org.attune.model.cuda;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.Driver;

/** The compiled kernels that a trial has loaded on its GPU. */
final class Modules {

  private record Key(String file, List<String> options) {}

  private final Driver driver;
  private final Cubins cubins;
  private final DeviceFacts card;
  private final Map<Key, Long> loaded = new HashMap<>();
  private final Map<String, Long> functions = new HashMap<>();

  Modules(Driver driver, Cubins cubins, DeviceFacts card) {
    this.driver = driver;
    this.cubins = cubins;
    this.card = card;
  }

  /**
   * A kernel; compiles and loads it on first use.
   *
   * @param file its CUDA source file, without {@code .cu}
   * @param options such as {@code -DWIDTH=32}
   */
  long function(String file, String name, String... options) {
    Key key = new Key(file, List.of(options));
    return functions.computeIfAbsent(
        key + ":" + name,
        k ->
            driver.function(
                loaded.computeIfAbsent(key, m -> driver.load(cubins.of(card, file, m.options()))),
                name));
  }

  /** Adds a source file; returns its name. */
  String define(String text) {
    return cubins.define(text);
  }

  void close() {
    new ArrayList<>(loaded.values()).forEach(driver::unload);
    loaded.clear();
    functions.clear();
  }
}
