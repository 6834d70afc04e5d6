package org.attune.sweeps.command;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Starts programs outside the terminal's session. A terminal sends Ctrl-C, Ctrl-\ and its hang-up
 * to every process of its foreground group, so a program would die of them, and Attune would count
 * that as a failure. In a session of its own it hears of the run's end from Attune alone.
 *
 * <p>The commands of util-linux that do this replace themselves by the program, so it keeps the
 * process number, its parent, its exit code and its signals. A {@code kill -9} of the terminal's
 * group no longer reaches a program. So the system ends it with the thread that started it, which
 * waits for it.
 *
 * <p>Without a terminal nothing changes: YARN and others end what they started by its group.
 *
 * @param before the words before a command; empty if programs stay where they are
 */
record OwnSession(List<String> before) {

  private static final Path STAT = Path.of("/proc/self/stat");

  private static final String SESSION = "setsid";

  /**
   * Its option came with util-linux 2.33. Without it a program would outlive an Attune that is
   * killed, so there the other is not used either.
   */
  private static final String ENDED_WITH_PARENT = "setpriv";

  private static final List<String> OPTION = List.of("--pdeathsig", "KILL");

  private static final long TRIAL_SECONDS = 10;

  /** Exit codes of {@code setsid} and {@code setpriv} if they cannot execute the program. */
  private static final List<Integer> NOT_EXECUTED = List.of(126, 127);

  /** Looked up once: it changes neither while this process lives nor between its trials. */
  private static final class Here {
    static final OwnSession SESSION = find();
  }

  /** How this process starts programs. */
  static OwnSession here() {
    return Here.SESSION;
  }

  private static OwnSession find() {
    try {
      String stat = Files.readString(STAT, StandardCharsets.ISO_8859_1);
      return hasTerminal(stat) ? available() : new OwnSession(List.of());
    } catch (IOException noSuchSystem) {
      return new OwnSession(List.of());
    }
  }

  /**
   * Whether a process has a terminal.
   *
   * @param stat its {@code stat} as proc(5) describes it: the name in brackets may hold anything;
   *     the terminal is the fifth field after it, 0 for none
   */
  static boolean hasTerminal(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    return fields.length > 4 && !fields[4].equals("0");
  }

  /**
   * The words of this machine's commands, if a trial of them succeeds. They have full paths, since
   * a program's own PATH may lack them.
   */
  static OwnSession available() {
    String path = System.getenv().getOrDefault("PATH", "");
    List<String> words = new ArrayList<>();
    for (String command : List.of(SESSION, ENDED_WITH_PARENT)) {
      file(command, Path.of("").toAbsolutePath(), path).map(Path::toString).ifPresent(words::add);
    }
    words.addAll(OPTION);
    boolean both = words.size() == 2 + OPTION.size();
    return new OwnSession(both && works(words) ? words : List.of());
  }

  private static boolean works(List<String> before) {
    List<String> words = new ArrayList<>(before);
    words.add("true");
    try {
      Process tried =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectInput(new File("/dev/null"))
              .start();
      try {
        return tried.waitFor(TRIAL_SECONDS, TimeUnit.SECONDS) && tried.exitValue() == 0;
      } finally {
        tried.destroyForcibly();
      }
    } catch (IOException noSuchCommand) {
      return false;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * A command that starts the same program in a session of its own; the command itself where Java
   * is to say why the program cannot be started.
   *
   * @param folder that it runs in
   * @param ownPath the PATH of this process, on which Java finds programs
   * @param itsPath the PATH of the program, on which {@code setsid} would find it
   */
  List<String> words(List<String> command, Path folder, String ownPath, String itsPath) {
    String program = command.get(0);
    if (before.isEmpty() || program.startsWith("-")) {
      return command;
    }
    Optional<Path> file = file(program, folder, ownPath);
    if (file.isEmpty()) {
      return command;
    }
    List<String> words = new ArrayList<>(before);
    words.addAll(command);
    if (program.indexOf('/') < 0 && !ownPath.equals(itsPath)) {
      words.set(before.size(), file.get().toString());
    }
    return words;
  }

  /**
   * The file of a program; empty if there is none.
   *
   * @param folder that it runs in
   * @param path the folders that have programs, as the variable PATH names them
   */
  static Optional<Path> file(String program, Path folder, String path) {
    try {
      Stream<Path> places =
          program.indexOf('/') >= 0
              ? Stream.of(folder.resolve(program))
              : Stream.of(path.split(File.pathSeparator))
                  .map(entry -> folder.resolve(entry).resolve(program));
      return places
          .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
          .findFirst();
    } catch (InvalidPathException noFile) {
      return Optional.empty();
    }
  }

  /**
   * Whether a program's last words are those of the commands before it, which could not start it.
   */
  boolean couldNotStart(int exit, String lastLine) {
    return !before.isEmpty()
        && NOT_EXECUTED.contains(exit)
        && Stream.of(SESSION, ENDED_WITH_PARENT)
            .anyMatch(command -> lastLine.contains("last: " + command + ": "));
  }
}
