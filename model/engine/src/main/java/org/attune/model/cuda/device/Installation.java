package org.attune.model.cuda.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The NVIDIA software found on this machine, and where the search looked for missing parts.
 *
 * @param driver makes the driver's calls; empty if something is missing
 * @param compiler of kernels
 * @param blas matrix products
 * @param cards the GPUs that the driver shows
 * @param facts lines for users, one for each library found
 * @param problems lines for users, one for each missing part; empty if trials can run
 */
public record Installation(
    Optional<Driver> driver,
    Optional<KernelCompiler> compiler,
    Optional<Blas> blas,
    List<DeviceFacts> cards,
    List<String> facts,
    List<String> problems) {

  static final List<String> NVRTC = List.of("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2");
  static final List<String> BLAS = List.of("libcublas.so.13", "libcublas.so.12", "libcublas.so.11");
  static final List<String> BLAS_LT =
      List.of("libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11");
  static final String DRIVER = "libcuda.so.1";

  /** Makes bindings from open libraries. */
  record Bindings<T>(
      Function<T, Driver> driver, Function<T, KernelCompiler> compiler, Function<T, Blas> blas) {}

  /** Searches once, on first use. */
  private static final class Here {
    static final Installation FOUND =
        find(
            new LibrarySearch<>(
                Optional.ofNullable(System.getProperty(LibrarySearch.PROPERTY)),
                System::getenv,
                Path.of("/"),
                NativeLibraries::open),
            new Bindings<>(NativeDriver::of, NativeCompiler::of, NativeBlas::of));
  }

  /** The installation on this machine. */
  public static Installation here() {
    return Here.FOUND;
  }

  /** Searches for libraries and GPUs. */
  static <T> Installation find(LibrarySearch<T> search, Bindings<T> bindings) {
    List<String> facts = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    List<DeviceFacts> cards = new ArrayList<>();
    Optional<Driver> driver =
        search
            .find(List.of(DRIVER), List.of())
            .flatMap(
                found ->
                    made(
                        problems,
                        () -> {
                          Driver made = bindings.driver().apply(found.library());
                          int version = made.version();
                          facts.add(
                              "driver%s for CUDA %d.%d (%s)"
                                  .formatted(
                                      made.release().map(r -> " " + r).orElse(""),
                                      version / 1000,
                                      version % 1000 / 10,
                                      found.path()));
                          for (int i = 0; i < made.devices(); i++) {
                            cards.add(made.facts(i));
                          }
                          return made;
                        }));
    if (driver.isEmpty() && problems.isEmpty()) {
      problems.add(
          "No NVIDIA driver: %s not found; looked in %s".formatted(DRIVER, search.places()));
    }
    if (driver.isPresent() && cards.isEmpty()) {
      problems.add("No CUDA device: the driver shows none");
    }
    Optional<KernelCompiler> compiler =
        library(search, driver, "NVRTC", NVRTC, List.of(), bindings.compiler(), facts, problems);
    Optional<Blas> blas =
        library(search, driver, "cuBLAS", BLAS, BLAS_LT, bindings.blas(), facts, problems);
    return new Installation(
        driver, compiler, blas, List.copyOf(cards), List.copyOf(facts), List.copyOf(problems));
  }

  private static <T, L> Optional<L> library(
      LibrarySearch<T> search,
      Optional<Driver> driver,
      String what,
      List<String> names,
      List<String> before,
      Function<T, L> binding,
      List<String> facts,
      List<String> problems) {
    int newer = driver.map(d -> newer(names, d.version() / 1000)).orElse(0);
    Optional<LibrarySearch.Found<T>> found =
        search
            .find(names.subList(newer, names.size()), tail(before, newer))
            .or(() -> search.find(names.subList(0, newer), head(before, newer)));
    if (found.isEmpty()) {
      problems.add(
          "%s not found: looked for %s in %s; install CUDA's runtime libraries or set %s"
              .formatted(what, versions(names), search.places(), LibrarySearch.PROPERTY));
      return Optional.empty();
    }
    Optional<L> bound = made(problems, () -> binding.apply(found.get().library()));
    bound.ifPresent(l -> facts.add("%s (%s)".formatted(what, found.get().path())));
    return bound;
  }

  /** How many of the names, the newest first, are of a later CUDA than the driver's. */
  private static int newer(List<String> names, int major) {
    int count = 0;
    while (count < names.size() && major(names.get(count)) > major) {
      count++;
    }
    return count;
  }

  /** The major version in a library's name: 11 for {@code libnvrtc.so.11.2}. */
  private static int major(String name) {
    return Integer.parseInt(name.split("\\.")[2]);
  }

  private static List<String> tail(List<String> names, int from) {
    return names.isEmpty() ? names : names.subList(from, names.size());
  }

  private static List<String> head(List<String> names, int to) {
    return names.isEmpty() ? names : names.subList(0, to);
  }

  /** {@code libnvrtc.so.13, .12, .11.2}. */
  private static String versions(List<String> names) {
    String stem = names.get(0).substring(0, names.get(0).indexOf(".so.") + 3);
    return stem
        + String.join(", ", names.stream().map(name -> name.substring(stem.length())).toList());
  }

  private static <L> Optional<L> made(List<String> problems, Supplier<L> maker) {
    try {
      return Optional.of(maker.get());
    } catch (CudaException e) {
      problems.add(e.getMessage());
      return Optional.empty();
    }
  }

  /** The addresses of the GPUs; none without a driver. */
  public Optional<CardAddresses> addresses() {
    return driver.map(CardAddresses::new);
  }

  /** Whether trials can run on a GPU here. */
  public boolean isComplete() {
    return problems.isEmpty();
  }
}
