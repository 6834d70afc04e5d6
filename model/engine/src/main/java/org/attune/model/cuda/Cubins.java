package org.attune.model.cuda;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.storage.PrivatePath;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.KernelCompiler;

/**
 * Compiled kernels, cached in memory and in a folder. A file's name is the digest of everything the
 * kernel is compiled from, so no process compiles a kernel twice. If this user cannot write the
 * folder, the cache stays in memory.
 */
final class Cubins {

  private static final List<String> OPTIONS = List.of("-lineinfo"); // for profilers and sanitizers
  private static final String PRELUDE = "prelude";

  private final KernelCompiler compiler;
  private final Optional<Path> folder;
  private final Map<String, String> defined = new ConcurrentHashMap<>(); // texts made here
  private final Map<String, byte[]> known = new ConcurrentHashMap<>();

  Cubins(KernelCompiler compiler, Optional<Path> folder) {
    this.compiler = compiler;
    this.folder = folder;
  }

  /**
   * The user's cache folder: {@code $XDG_CACHE_HOME/attune/cuda}, by default under {@code
   * ~/.cache}. Empty where others can write it, since a GPU runs what it holds.
   */
  static Optional<Path> usersFolder() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path top =
        cache == null || !Path.of(cache).isAbsolute()
            ? Path.of(System.getProperty("user.home", "?"), ".cache")
            : Path.of(cache);
    Optional<Path> folder =
        top.isAbsolute() ? PrivatePath.folder(top, "attune", "cuda") : Optional.empty();
    if (folder.isEmpty()) {
      System.getLogger(Cubins.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "Kernels are compiled at each start: {0}/attune/cuda must be a folder that you can"
                  + " write and nobody else can (docs/troubleshooting.md)",
              top);
    }
    return folder;
  }

  /** The compiled image of a source file. */
  byte[] of(DeviceFacts card, String file, List<String> options) {
    String source = defined.containsKey(file) ? preceded(defined.get(file)) : text(file);
    String digest =
        Configuration.sha256(
            String.join("\0", source, options.toString(), compiler.version(), card.architecture()));
    return known.computeIfAbsent(
        digest, d -> read(d).orElseGet(() -> compiled(d, card, file, source, options)));
  }

  private byte[] compiled(
      String digest, DeviceFacts card, String file, String source, List<String> options) {
    List<String> all = new java.util.ArrayList<>(OPTIONS);
    all.addAll(options);
    byte[] image = compiler.compile(file + ".cu", source, card.architecture(), all);
    write(digest, image);
    return image;
  }

  /**
   * Adds a source file that is not among the resources.
   *
   * @param text without the common prelude
   * @return its name, the same for the same text
   */
  String define(String text) {
    String name = "formula-" + Configuration.sha256(text).substring(0, 16);
    defined.putIfAbsent(name, text);
    return name;
  }

  /** A kernel's source, preceded by the common prelude. */
  static String text(String file) {
    return preceded(resource(file));
  }

  private static String preceded(String text) {
    return resource(PRELUDE) + "\n" + text;
  }

  static String resource(String file) {
    try (InputStream text = Cubins.class.getResourceAsStream(file + ".cu")) {
      if (text == null) {
        throw new IllegalArgumentException("No kernels '" + file + "'");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<byte[]> read(String digest) {
    Optional<Path> file =
        folder
            .map(f -> f.resolve(digest + ".cubin"))
            .filter(f -> Files.isRegularFile(f) && PrivatePath.isPrivate(f));
    try {
      return file.isEmpty() ? Optional.empty() : Optional.of(Files.readAllBytes(file.get()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void write(String digest, byte[] image) {
    if (folder.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(folder.get());
      Path unfinished = Files.createTempFile(folder.get(), digest, ".tmp");
      Files.write(unfinished, image);
      Files.move(
          unfinished, folder.get().resolve(digest + ".cubin"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // the next process compiles again
    }
  }
}
