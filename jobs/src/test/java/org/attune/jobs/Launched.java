package org.attune.jobs;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of this checkout, run as a process of its own, with its output kept. */
public final class Launched {

  public static final Path HOME = Path.of(System.getProperty("attune.home"));

  /** The Spark that programs of the checkout run. */
  static final Path SPARK_HOME =
      Path.of(
          Optional.ofNullable(System.getenv("ATTUNE_SPARK_HOME"))
              .orElse(HOME.resolve("cluster/target/spark-home").toString()));

  private static final int LONGEST_MINUTES = 20;
  private static final List<String> HEEDING = List.of("env", "--default-signal=INT");

  private final List<String> arguments;
  private final Process process;
  private final Path output;
  private final Path error;

  private Launched(List<String> arguments, Process process, Path output, Path error) {
    this.arguments = arguments;
    this.process = process;
    this.output = output;
    this.error = error;
  }

  /** How it ended. */
  record Result(int exit, String output, String error) {}

  /** Starts {@code ./attune} with arguments. */
  static Launched attune(Object... arguments) throws IOException {
    return program("attune", arguments);
  }

  /** Starts {@code attune} on the class path of this process, without the launcher's build. */
  static Launched attuneAsHere(Object... arguments) throws IOException {
    return attuneOn(Path.of(System.getProperty("java.home")), arguments);
  }

  /** Starts {@code attune} on the class path of this process and on another JDK. */
  static Launched attuneOn(Path jdk, Object... arguments) throws IOException {
    return start(HOME, System.getenv(), attuneWords(jdk), arguments);
  }

  /** The words that start {@code attune} on the class path of this process and on a JDK. */
  public static List<String> attuneWords(Path jdk) {
    return List.of(
        jdk.resolve("bin/java").toString(),
        "-Xmx1g",
        "@" + HOME.resolve("cluster/java-17.options"),
        "--add-modules",
        "jdk.incubator.vector",
        "-Dattune.home=" + HOME,
        "-cp",
        System.getProperty("java.class.path"),
        Attune.class.getName());
  }

  /** Starts a script of the checkout with arguments. */
  static Launched program(String script, Object... arguments) throws IOException {
    return program(Map.of(), script, arguments);
  }

  /** Starts a script of the checkout with arguments, and some environment more. */
  static Launched program(Map<String, String> environment, String script, Object... arguments)
      throws IOException {
    Map<String, String> more = new HashMap<>(System.getenv());
    more.putAll(environment);
    return start(HOME, more, List.of(HOME.resolve(script).toString()), arguments);
  }

  /** Starts a program in a folder, with this environment and nothing of this process's. */
  static Launched alone(
      Path folder, Map<String, String> environment, Path program, Object... arguments)
      throws IOException {
    return start(folder, environment, List.of(program.toString()), arguments);
  }

  /** A port at which nobody listens now. */
  static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  private static Launched start(
      Path folder, Map<String, String> environment, List<String> words, Object... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(heeding());
    command.addAll(words);
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Path output = Files.createTempFile("attune", ".out");
    Path error = Files.createTempFile("attune", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(error.toFile());
    builder.environment().keySet().retainAll(environment.keySet());
    builder.environment().putAll(environment);
    return new Launched(
        Stream.of(arguments).map(Object::toString).toList(), builder.start(), output, error);
  }

  /**
   * What makes a program heed Ctrl-C also where a shell has put the tests in the background, which
   * hands down that it is ignored; nothing where {@code env} cannot.
   */
  private static List<String> heeding() throws IOException {
    List<String> asked = new ArrayList<>(HEEDING);
    asked.add("true");
    try {
      return new ProcessBuilder(asked).start().waitFor() == 0 ? HEEDING : List.of();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Ends the process as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Sends a signal, such as {@code INT}; none to a process that has ended. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-s", name, Long.toString(process.pid())).start().waitFor();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** What it has printed on stderr so far. */
  String error() throws IOException {
    return Files.readString(error);
  }

  /** Waits for its end; where the test's time is over before, it is killed too. */
  Result await() throws IOException, InterruptedException {
    boolean ended = false;
    try {
      ended = process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException late) {
      System.err.println("The test's time is over.");
    }
    if (!ended) {
      kill();
      throw new IOException("It has not ended; it said:\n" + error());
    }
    OutputCheck.of(arguments, process.exitValue(), Files.readString(output));
    return new Result(process.exitValue(), Files.readString(output), error());
  }
}
