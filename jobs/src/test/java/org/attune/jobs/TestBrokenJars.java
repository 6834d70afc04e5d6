package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.attune.api.search.Objective;
import org.attune.api.search.OwnSearch;
import org.attune.api.trial.TrialProgram;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.FailureMessages;
import org.attune.jobs.console.LogFile;
import org.attune.jobs.console.PrintedLines;
import org.attune.model.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Jars on the class path that nothing checked: one message, and the stack trace in the log. */
class TestBrokenJars {

  private static final String LOG = "attune.log";

  private static final String COMMAND =
      """
      @picocli.CommandLine.Command(name = "mine")
      public class Mine implements org.attune.jobs.AddedCommand {
        public Integer call() throws Exception {
          throw new %s;
        }
      }
      """;

  @TempDir private Path folder;

  private final String log = System.getProperty(LOG);

  /** The log of a test before this one may lie in a folder that is gone. */
  @BeforeEach
  void logHere() {
    System.setProperty(LOG, folder.resolve("log").toString());
  }

  @AfterEach
  void logThereAgain() {
    if (log == null) {
      System.clearProperty(LOG);
    } else {
      System.setProperty(LOG, log);
    }
  }

  @Test
  void aCommandThatThrowsIsNamedWithItsJarClassAndLine() throws Exception {
    for (String thrown :
        new String[] {"IllegalStateException(\"no room\")", "NoClassDefFoundError(\"no room\")"}) {
      Path jar = OwnJar.pack(folder, "Mine", COMMAND.formatted(thrown), AddedCommand.class);

      String error = ran(jar);

      assertThat(error)
          .startsWith(
              "attune: The command 'mine' (class Mine of Mine.jar) failed, Mine.java:4: "
                  + thrown.replaceFirst("\\(.*", "")
                  + ": no room. Mend the class, or take its jar off the class path.\n"
                  + "The stack trace is in the log: ")
          .doesNotContain("\tat ");
      assertThat(Files.readString(LogFile.path().orElseThrow())).contains("\tat Mine.call(");
    }
  }

  private static String ran(Path jar) throws IOException {
    StringWriter error = new StringWriter();
    CommandLine program = new CommandLine(new Attune());
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {jar.toUri().toURL()}, TestBrokenJars.class.getClassLoader())) {
      AddedCommands.addTo(program, loader);
      program
          .setErr(new PrintWriter(error, true))
          .setExecutionStrategy(FailureMessages.handingOverErrors(PrintedLines.execution()))
          .setExecutionExceptionHandler(new FailureMessages());
      assertThat(program.execute("mine")).isEqualTo(ExitCode.FAILED);
    }
    return error.toString();
  }

  /** A command without {@code --jars} meets the class, and so does one that looks for jars. */
  @Test
  void aServicesFileWithAClassThatIsNotThereIsNamedWithItsJar() throws Exception {
    Path directory = folder.resolve("sweep");
    try (RecordedSweep sweep =
        RecordedSweep.in(directory, "s", new Objective("loss", Objective.Goal.MINIMIZE))) {
      sweep.finished(Map.of("task", "text"), 0, Map.of("loss", 1.0, "norm", 2.0)).completed();
    }
    Path jar = naming(Task.class, "mine.Gone");
    String said =
        "attune: Cannot use the class mine.Gone of Task.jar (org.attune.model.task.Task): there is"
            + " no such class; correct META-INF/services/org.attune.model.task.Task in that jar, or"
            + " leave the jar out.\n";

    assertThat(onClassPath(jar, "analyze", directory, "--metric", "norm")).isEqualTo(said);
    assertThat(onClassPath(jar, "list", "axes")).isEqualTo(said);
    assertThat(onClassPath(naming(TrialProgram.class, "mine.Gone"), "list", "tasks"))
        .contains(
            "mine.Gone of TrialProgram.jar (org.attune.api.trial.TrialProgram): there is no such");
    assertThat(onClassPath(naming(OwnSearch.class, "org.attune.jobs.Printed"), "list", "methods"))
        .contains(
            "org.attune.jobs.Printed of OwnSearch.jar (org.attune.api.search.OwnSearch): not a subtype");
  }

  private static String onClassPath(Path jar, Object... words) throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      Printed printed = Printed.of(words);
      assertThat(printed.exit()).as(printed.error()).isEqualTo(ExitCode.WRONG_INPUT);
      return printed.error();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** A jar that only names a class. */
  private Path naming(Class<?> service, String name) throws IOException {
    Path jar = folder.resolve(service.getSimpleName() + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("META-INF/services/" + service.getName()));
      out.write(name.getBytes(UTF_8));
    }
    return jar;
  }
}
