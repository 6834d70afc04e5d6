package org.attune.model.cuda.device;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Finds NVIDIA's libraries by their versioned names: in the user's setting, in the loader's path,
 * and in the usual folders.
 *
 * @param <T> an open library
 */
public final class LibrarySearch<T> {

  /**
   * The setting for CUDA's location: this system property, or environment variables in capitals.
   */
  public static final String PROPERTY = "attune.cuda.path";

  private static final List<String> SETTINGS =
      List.of("ATTUNE_CUDA_PATH", "CUDA_HOME", "CUDA_PATH");
  private static final List<String> BELOW = List.of("", "lib64", "lib", "targets/x86_64-linux/lib");

  /** A library that was found. */
  public record Found<T>(T library, String path) {}

  /**
   * Folders to search; the loader's default path, which lists no folders, is one without a name.
   */
  private record SearchPath(String name, List<Path> folders, boolean loader) {
    static SearchPath of(String name, List<Path> folders) {
      return new SearchPath(name, folders, false);
    }
  }

  private final List<SearchPath> places = new ArrayList<>();
  private final Function<String, Optional<T>> opener;

  /**
   * @param named the system property's value, or empty
   * @param environment returns an environment variable's value, or null
   * @param root of the file system
   * @param opener opens a library by its path, or by its name through the loader
   */
  public LibrarySearch(
      Optional<String> named,
      UnaryOperator<String> environment,
      Path root,
      Function<String, Optional<T>> opener) {
    this.opener = opener;
    named.ifPresent(paths -> places.add(SearchPath.of(PROPERTY + "=" + paths, below(paths))));
    for (String name : SETTINGS) {
      variable(environment, name)
          .ifPresent(value -> places.add(SearchPath.of(name + "=" + value, below(value))));
    }
    places.add(new SearchPath("the loader's default", List.of(Path.of("")), true));
    Path local = root.resolve("usr/local");
    places.add(
        SearchPath.of(
            local + "/cuda*/lib64",
            children(local, "cuda*").stream().map(folder -> folder.resolve("lib64")).toList()));
    Path nvidia = local.resolve("nvidia");
    places.add(
        SearchPath.of(nvidia + "/lib64", List.of(nvidia.resolve("lib64"), nvidia.resolve("lib"))));
    String conda = "CONDA_PREFIX";
    variable(environment, conda)
        .map(value -> SearchPath.of(conda + "=" + value, List.of(Path.of(value, "lib"))))
        .ifPresent(places::add);
    for (String name : List.of("VIRTUAL_ENV", conda)) {
      variable(environment, name)
          .ifPresent(value -> places.add(wheels(value, List.of(Path.of(value)))));
    }
    places.add(wheels(root.resolve("usr").toString(), List.of(root.resolve("usr"))));
    places.add(wheels(local.toString(), List.of(local)));
    Path opt = root.resolve("opt");
    List<Path> inactive = children(opt, "*");
    places.add(wheels(opt + "/*", inactive));
    places.add(wheels(opt + "/*/.venv", inactive.stream().map(e -> e.resolve(".venv")).toList()));
  }

  private static Optional<String> variable(UnaryOperator<String> environment, String name) {
    return Optional.ofNullable(environment.apply(name)).filter(value -> !value.isBlank());
  }

  /** The folders of a setting, as in a class path, each with what may lie below it. */
  private static List<Path> below(String folders) {
    return Stream.of(folders.split(File.pathSeparator))
        .filter(folder -> !folder.isBlank())
        .flatMap(folder -> BELOW.stream().map(Path.of(folder)::resolve))
        .toList();
  }

  /** NVIDIA's wheels in Python environments, which need not be active. */
  private static SearchPath wheels(String name, List<Path> environments) {
    List<Path> folders =
        environments.stream()
            .flatMap(environment -> children(environment.resolve("lib"), "python*").stream())
            .flatMap(python -> Stream.of("site-packages", "dist-packages").map(python::resolve))
            .flatMap(packages -> children(packages.resolve("nvidia"), "*").stream())
            .map(part -> part.resolve("lib"))
            .toList();
    return SearchPath.of(name + "/lib/python*/{site,dist}-packages/nvidia/*/lib", folders);
  }

  /**
   * Folders that match a pattern, in descending order of name, so that newer versions come first.
   */
  private static List<Path> children(Path folder, String pattern) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      var matcher = folder.getFileSystem().getPathMatcher("glob:" + pattern);
      return all.filter(Files::isDirectory)
          .filter(path -> matcher.matches(path.getFileName()))
          .sorted(java.util.Comparator.<Path>naturalOrder().reversed())
          .toList();
    } catch (IOException e) {
      return List.of(); // an unreadable folder counts as absent
    }
  }

  /**
   * Opens the first library found, place by place.
   *
   * @param names in order of preference
   * @param before libraries from the same folder to open first, one for each name; or none
   */
  public Optional<Found<T>> find(List<String> names, List<String> before) {
    for (SearchPath place : places) {
      for (int i = 0; i < names.size(); i++) {
        String name = names.get(i);
        Optional<String> first = before.isEmpty() ? Optional.empty() : Optional.of(before.get(i));
        for (Path folder : place.folders()) {
          Path path = folder.resolve(name);
          if (place.loader() || Files.exists(path)) {
            Optional<String> other = first.map(file -> folder.resolve(file).toString());
            Optional<Found<T>> found = open(path.toString(), other);
            if (found.isPresent()) {
              return found;
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Found<T>> open(String path, Optional<String> first) {
    if (first.isPresent() && opener.apply(first.get()).isEmpty()) {
      return Optional.empty();
    }
    return opener.apply(path).map(library -> new Found<>(library, path));
  }

  /** The places, for a message. */
  public String places() {
    return String.join(", ", places.stream().map(SearchPath::name).toList());
  }
}
