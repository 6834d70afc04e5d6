package org.attune.sweeps.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.store.Digest;

/**
 * The file that a command runs: the script that an interpreter is given, else the program itself.
 *
 * @param name as the command spells it
 * @param file its path
 */
record ProgramFile(String name, Path file) {

  /** Larger files are not digested, since that would take a large part of a short trial's time. */
  private static final long MOST_BYTES = 256L << 20;

  private static final long GIT_SECONDS = 5;

  /** Programs whose file says nothing about what they run, without their version. */
  private static final Set<String> INTERPRETERS =
      Set.of(
          "bash", "dash", "env", "java", "julia", "node", "nice", "perl", "python", "Rscript",
          "ruby", "sh", "stdbuf", "time", "timeout", "zsh");

  /** Interpreters whose first argument without a dash is a script. */
  private static final Set<String> SCRIPTED =
      Set.of("bash", "dash", "julia", "node", "perl", "python", "Rscript", "ruby", "sh", "zsh");

  /** Options after which no script here is named: text, a module or a script of the PATH is run. */
  private static final Set<String> NO_SCRIPT = Set.of("-", "-c", "-e", "-E", "-m", "-S");

  private static final Pattern SCRIPT = Pattern.compile(".*\\.(jl|js|mjs|pl|py|R|r|rb|sh)");

  /**
   * The file of a command; empty if no word names a file that this machine has, as in {@code sh
   * -c}.
   *
   * @param words the command
   * @param folder that it runs in
   */
  static Optional<ProgramFile> of(List<String> words, Path folder) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (i > 0 && words.get(i - 1).equals("-m")) {
        word = word.replace('.', '/');
        for (String suffix : List.of(".py", "/__main__.py")) {
          Optional<ProgramFile> module = named(word + suffix, folder);
          if (module.isPresent()) {
            return module;
          }
        }
        continue;
      }
      boolean found = i > 0 || word.indexOf('/') >= 0; // the PATH has a program without a slash
      Optional<ProgramFile> file = found ? named(word, folder) : Optional.empty();
      if (file.isPresent()
          && !INTERPRETERS.contains(kind(file.get().file().getFileName().toString()))) {
        return file;
      }
    }
    return Optional.empty();
  }

  /**
   * The script that a command names for a known interpreter, where this machine lacks it. The
   * interpreter may still find it elsewhere, as on the PATH.
   *
   * @param words the command, with names in braces
   * @param folder that it runs in
   */
  static Optional<String> missingScript(List<String> words, Path folder) {
    String program = words.get(0);
    if (!SCRIPTED.contains(kind(program.substring(program.lastIndexOf('/') + 1)))) {
      return Optional.empty();
    }
    boolean options = false; // whose arguments look like scripts, but for the suffix
    for (String word : words.subList(1, words.size())) {
      if (NO_SCRIPT.contains(word) || !isFixed(word)) {
        return Optional.empty();
      }
      if (word.startsWith("-") || word.startsWith("+")) {
        options = true;
      } else if (!options || SCRIPT.matcher(word).matches()) {
        return there(word, folder) ? Optional.empty() : Optional.of(word);
      }
    }
    return Optional.empty();
  }

  static boolean isFixed(String word) {
    return word.indexOf('{') < 0;
  }

  static boolean there(String word, Path folder) {
    try {
      return Files.exists(folder.resolve(word));
    } catch (InvalidPathException noFile) {
      return true;
    }
  }

  private static String kind(String name) {
    return name.replaceFirst("[0-9.]+$", "");
  }

  private static Optional<ProgramFile> named(String word, Path folder) {
    try {
      Path file = folder.resolve(word);
      return !word.isEmpty() && Files.isRegularFile(file)
          ? Optional.of(new ProgramFile(word, file))
          : Optional.empty();
    } catch (InvalidPathException text) {
      return Optional.empty();
    }
  }

  /** Its name, SHA-256 and git revision, as {@link Provenance} spells them, as far as known. */
  Map<String, String> facts() throws InterruptedException {
    Map<String, String> facts = new TreeMap<>();
    digest()
        .ifPresent(
            digest -> {
              facts.put(Provenance.PROGRAM, name);
              facts.put(Provenance.PROGRAM_HASH, digest);
            });
    revision().ifPresent(revision -> facts.put(Provenance.PROGRAM_VERSION, revision));
    return facts;
  }

  private Optional<String> digest() {
    try {
      if (Files.size(file) > MOST_BYTES) {
        return Optional.empty();
      }
      return Optional.of(Digest.of(Files.newInputStream(file)).sha256());
    } catch (IOException unreadable) {
      return Optional.empty(); // the program's own message says why it cannot run
    }
  }

  /**
   * The revision of the git repository that has the file's folder, with {@code -dirty} if a file
   * that git follows differs. Empty without git, or outside a repository.
   */
  private Optional<String> revision() throws InterruptedException {
    Path folder = file.toAbsolutePath().resolveSibling("");
    try {
      ProcessBuilder git =
          new ProcessBuilder(
                  "git",
                  "-C",
                  folder.toString(),
                  "describe",
                  "--always",
                  "--dirty",
                  "--abbrev=40",
                  "--exclude=*")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectInput(new File("/dev/null"));
      git.environment().put("GIT_OPTIONAL_LOCKS", "0");
      Process asked = git.start();
      try {
        if (!asked.waitFor(GIT_SECONDS, TimeUnit.SECONDS) || asked.exitValue() != 0) {
          return Optional.empty();
        }
        String answer = new String(asked.getInputStream().readAllBytes(), UTF_8).strip();
        return answer.matches("[0-9a-f]{40,64}(-dirty)?") ? Optional.of(answer) : Optional.empty();
      } finally {
        asked.destroyForcibly();
      }
    } catch (IOException noGit) {
      return Optional.empty();
    }
  }
}
