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
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.attune.jobs.console.FailureMessages;
import org.attune.jobs.watch.StatusCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Jars with commands, some of them broken, beside the program's. */
class TestAddedCommands {

  @Command(name = "whole")
  static final class Whole implements AddedCommand {
    @Override
    public Integer call() {
      return 7;
    }
  }

  @Command(name = "linked")
  static final class Unlinked implements AddedCommand {
    private static final int SIZE = Integer.parseInt("x");

    @Override
    public Integer call() {
      return SIZE;
    }
  }

  @Command(name = "thrown")
  static final class Thrown implements AddedCommand {
    Thrown() {
      throw new IllegalStateException();
    }

    @Override
    public Integer call() {
      return 7;
    }
  }

  @Command(name = "status")
  static final class OtherStatus implements AddedCommand {
    @Override
    public Integer call() {
      return 7;
    }
  }

  @TempDir private Path folder;

  @Test
  void aBrokenOneStopsNoOtherCommandAndSaysWhichJarItIsOf() throws Exception {
    URL[] jars = {
      jar("old-papers.jar", "org.attune.gone.ReproduceCommand"),
      jar("a.jar", Unlinked.class.getName()),
      jar("b.jar", "# a comment\n\n" + Thrown.class.getName() + " # another"),
      jar("c.jar", Whole.class.getName()),
      jar("d.jar", OtherStatus.class.getName()),
      jar("e.jar", "java.lang.String"),
    };
    CommandLine program = Attune.own();

    try (URLClassLoader loader = new URLClassLoader(jars, getClass().getClassLoader())) {
      AddedCommands.addTo(program, loader);
    }

    program.setExecutionExceptionHandler(new FailureMessages());
    assertThat(program.execute("whole")).isEqualTo(7);
    Object status = program.getSubcommands().get("status").getCommand();
    assertThat(status).isInstanceOf(StatusCommand.class);
    assertThat(refused(program, "reproduce", "neon", "--scale=smoke"))
        .isEqualTo(
            "attune: Cannot use the command 'reproduce' of old-papers.jar: ClassNotFoundException:"
                + " org.attune.gone.ReproduceCommand. The jar is broken, or of another version than"
                + " attune.jar. Put the old-papers.jar of the same version in its place.\n");
    assertThat(refused(program, "linked"))
        .startsWith(
            "attune: Cannot use the command 'linked' of a.jar: NumberFormatException: For input"
                + " string: \"x\". The jar is broken");
    assertThat(refused(program, "thrown")).contains("of b.jar: IllegalStateException. The jar");
    assertThat(refused(program, "string")).contains("of e.jar: ClassCastException: ");
  }

  private static String refused(CommandLine program, String... words) {
    StringWriter error = new StringWriter();
    program.setErr(new PrintWriter(error, true));
    assertThat(program.execute(words)).isEqualTo(2);
    return error.toString();
  }

  /** A jar that only names a class. */
  private URL jar(String name, String text) throws IOException {
    Path jar = folder.resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("META-INF/services/" + AddedCommand.class.getName()));
      out.write(text.getBytes(UTF_8));
    }
    return jar.toUri().toURL();
  }
}
