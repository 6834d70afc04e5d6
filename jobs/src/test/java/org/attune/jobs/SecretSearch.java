package org.attune.jobs;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Searches files, pages and processes for secrets. Each method returns the places that have one.
 */
final class SecretSearch {

  private final List<String> secrets;
  private int searched;

  SecretSearch(String... secrets) {
    this.secrets = List.of(secrets);
  }

  /** The number of files, pages and processes that were searched. */
  int searched() {
    return searched;
  }

  /** Whether a text holds a secret. */
  boolean in(String text) {
    searched++;
    return secrets.stream().anyMatch(text::contains);
  }

  /**
   * Searches all files of a folder, hidden ones too. Files that vanish meanwhile do not count.
   *
   * @param files tests which files to search
   */
  List<String> inFiles(Path folder, Predicate<Path> files) throws IOException {
    List<Path> all = new ArrayList<>();
    Files.walkFileTree(folder, new Remaining(all));
    List<String> found = new ArrayList<>();
    for (Path file : all) {
      try {
        if (files.test(file) && in(Files.readString(file, StandardCharsets.ISO_8859_1))) {
          found.add(file.toString());
        }
      } catch (NoSuchFileException gone) {
        // An executor that has ended has cleared it away.
      }
    }
    return found;
  }

  /** Searches pages. */
  List<String> inPages(List<String> addresses) throws IOException, InterruptedException {
    List<String> found = new ArrayList<>();
    for (String address : addresses) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
      var reply = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      if (reply.statusCode() != 200 || reply.body().isEmpty()) {
        throw new IOException(address + " shows nothing to search: " + reply.statusCode());
      }
      if (in(reply.body() + reply.headers().map())) {
        found.add(address);
      }
    }
    return found;
  }

  /** Searches the command lines of all processes of this machine. */
  List<String> inCommandLines() {
    return inProcesses("cmdline", "");
  }

  /** Searches the environments of the processes whose command line has a word. */
  List<String> inEnvironments(String word) {
    return inProcesses("environ", word);
  }

  private List<String> inProcesses(String what, String word) {
    List<String> found = new ArrayList<>();
    for (ProcessHandle each : ProcessHandle.allProcesses().toList()) {
      Path process = Path.of("/proc", Long.toString(each.pid()));
      try {
        if (read(process.resolve("cmdline")).contains(word) && in(read(process.resolve(what)))) {
          found.add(process.resolve(what).toString());
        }
      } catch (IOException gone) {
        // It has ended.
      }
    }
    return found;
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  /** Lists files, but those that executors clear away meanwhile, as they do after a run. */
  private static final class Remaining extends SimpleFileVisitor<Path> {
    private final List<Path> files;

    Remaining(List<Path> files) {
      this.files = files;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        files.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      return goneIs(failure);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
      return failure == null ? FileVisitResult.CONTINUE : goneIs(failure);
    }

    private static FileVisitResult goneIs(IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
  }
}
