package org.attune.sweeps.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialException;

/**
 * Starts a trial's program in its folder, with its words and variables.
 *
 * <p>Java passes words and variables in the character set of its own locale. Where that is ASCII, a
 * letter beyond it becomes a question mark. There a shell starts the program: Java gives the shell
 * the same words and variables as a script in UTF-8, by its standard input, and the program
 * replaces the shell.
 *
 * @param session how this process starts programs
 * @param passes the character sets in which this JVM passes texts
 */
record ProgramStart(Handed handed, Path folder, OwnSession session, List<Charset> passes) {

  private static final String SHELL = "/bin/sh";

  private static final Predicate<String> IDENTIFIER =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*").asMatchPredicate();

  /** A start by this JVM. */
  static ProgramStart here(Handed handed, Path folder) {
    // Which of the two it is depends on the JVM's version.
    List<Charset> passes =
        List.of(
            Charset.defaultCharset(),
            Charset.forName(System.getProperty("sun.jnu.encoding", UTF_8.name())));
    return new ProgramStart(handed, folder, OwnSession.here(), passes);
  }

  /**
   * The program and its arguments.
   *
   * @throws TrialException if the folder is not there, or a name in the command has no value
   */
  List<String> words() throws TrialException {
    if (!Files.isDirectory(folder)) {
      throw fault(
          "Cannot run the command in %s: there is no such folder on this machine"
              .formatted(folder));
    }
    try {
      return Template.of(handed.trial().configuration().get(CommandCatalog.RUN))
          .with(handed.values());
    } catch (IllegalArgumentException invalid) {
      throw fault("Cannot run the command: " + invalid.getMessage());
    }
  }

  /** Starts the program; it has nothing to read on its standard input. */
  Process start(List<String> words) throws TrialException {
    ProcessBuilder builder = new ProcessBuilder().directory(folder.toFile());
    try {
      handed.into(builder.environment());
    } catch (IllegalArgumentException invalid) {
      throw fault("Cannot run the command: " + invalid.getMessage());
    }
    String ownPath = path(System.getenv());
    List<String> all = session.words(words, folder, ownPath, path(builder.environment()));
    Optional<String> script = script(all, ownPath);
    builder.command(script.isPresent() ? List.of(SHELL) : all);
    try {
      Process process = builder.start();
      try (OutputStream input = process.getOutputStream()) {
        input.write(script.orElse("").getBytes(UTF_8));
      }
      return process;
    } catch (IOException failed) {
      throw fault("Cannot start '%s' in %s: %s".formatted(words.get(0), folder, reason(failed)));
    }
  }

  /** The script that starts the program; empty where Java passes every text unchanged. */
  private Optional<String> script(List<String> words, String ownPath) {
    Map<String, String> changed =
        handed.variables().entrySet().stream()
            .filter(variable -> !passes(variable.getValue()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    String program = words.get(0);
    Optional<Path> file = OwnSession.file(program, folder, ownPath);
    boolean unknown = file.isEmpty() && passes(program); // Java says why it cannot start it
    if (unknown || changed.isEmpty() && words.stream().allMatch(this::passes)) {
      return Optional.empty();
    }
    Stream<String> variables =
        changed.entrySet().stream()
            .filter(variable -> IDENTIFIER.test(variable.getKey()))
            .map(entry -> "export %s=%s".formatted(entry.getKey(), quoted(entry.getValue())));
    String first = program.indexOf('/') < 0 ? file.map(Path::toString).orElse(program) : program;
    // A shell exports no name that is not an identifier, and some drop such variables: 'env' sets
    // them.
    List<String> others =
        handed.variables().entrySet().stream()
            .filter(variable -> !IDENTIFIER.test(variable.getKey()))
            .map(variable -> variable.getKey() + "=" + variable.getValue())
            .toList();
    Stream<String> before = others.isEmpty() ? Stream.of() : Stream.of("env");
    String line =
        Stream.of(before, others.stream(), Stream.of(first), words.stream().skip(1))
            .flatMap(Function.identity())
            .map(ProgramStart::quoted)
            .collect(Collectors.joining(" ", "exec ", "\n"));
    return Optional.of(Stream.concat(variables, Stream.of(line)).collect(Collectors.joining("\n")));
  }

  private boolean passes(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return passes.stream().allMatch(by -> Arrays.equals(text.getBytes(by), bytes));
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static String path(Map<String, String> environment) {
    return environment.getOrDefault("PATH", "");
  }

  private static String reason(IOException failed) {
    String message = String.valueOf(failed.getMessage());
    return message.contains("error=2,")
        ? "there is no such program on this machine; is it installed, and on the PATH?"
        : message;
  }

  private TrialException fault(String message) {
    return new TrialException(Cause.TRIAL_FAULT, handed.trial().secrets().hide(message));
  }
}
