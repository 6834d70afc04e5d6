package org.attune.model.cuda;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.Driver;

/** The compiled kernels that a card has loaded, for all its trials. */
final class Modules {

  private static final int USUAL_SHARED = 48 << 10; // a kernel must request more

  private record Key(String file, List<String> options, String name) {}

  private final Driver driver;
  private final Cubins cubins;
  private final DeviceFacts card;
  private final Lock lock;
  private final Map<Key, Long> functions = new ConcurrentHashMap<>();
  private final Map<Key, Long> loaded = new HashMap<>(); // guarded by the card's lock
  private final Map<Long, Integer> shared = new HashMap<>(); // likewise

  /**
   * @param lock held while the card's driver loads or changes something
   */
  Modules(Driver driver, Cubins cubins, DeviceFacts card, Lock lock) {
    this.driver = driver;
    this.cubins = cubins;
    this.card = card;
    this.lock = lock;
  }

  /**
   * A kernel; compiles and loads it on first use.
   *
   * @param file its CUDA source file, without {@code .cu}
   * @param options such as {@code -DWIDTH=32}
   */
  long function(String file, String name, String... options) {
    Key key = new Key(file, List.of(options), name);
    Long known = functions.get(key);
    if (known != null) {
      return known;
    }
    byte[] image = cubins.of(card, file, key.options()); // takes seconds: no lock
    Key module = new Key(file, key.options(), "");
    lock.lock();
    try {
      return functions.computeIfAbsent(
          key, k -> driver.function(loaded.computeIfAbsent(module, m -> driver.load(image)), name));
    } finally {
      lock.unlock();
    }
  }

  /** Adds a source file; returns its name. */
  String define(String text) {
    return cubins.define(text);
  }

  /** Lets a kernel's blocks share this many bytes. Trials share kernels: a limit never falls. */
  void allowShared(long function, int bytes) {
    lock.lock();
    try {
      if (bytes > shared.getOrDefault(function, USUAL_SHARED)) {
        driver.allowShared(function, bytes);
        shared.put(function, bytes);
      }
    } finally {
      lock.unlock();
    }
  }
}
