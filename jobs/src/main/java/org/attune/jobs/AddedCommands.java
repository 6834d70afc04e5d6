package org.attune.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.attune.jobs.console.OwnCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.PicocliException;

/**
 * The commands of jars beside the program's. They are looked up one by one: {@link
 * java.util.ServiceLoader} tells neither the jar nor the class of one that is broken.
 */
final class AddedCommands {

  private static final String FILE = "META-INF/services/" + AddedCommand.class.getName();

  private AddedCommands() {}

  /** Adds all commands. In place of one that is broken comes one that only says why. */
  static void addTo(CommandLine program, ClassLoader loader) {
    Set<String> added = new HashSet<>();
    for (URL file : files(loader)) {
      String jar = OwnCode.jar(file, FILE);
      for (String name : classes(file, jar)) {
        if (added.add(name)) {
          add(program, name, jar, loader);
        }
      }
    }
  }

  private static List<URL> files(ClassLoader loader) {
    try {
      return Collections.list(loader.getResources(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The classes that a jar names; none, with a line for the user, if it cannot be read. */
  private static List<String> classes(URL file, String jar) {
    List<String> names = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        names.add(line.replaceFirst("#.*", "").strip());
      }
    } catch (IOException e) {
      System.err.printf(
          "attune: Cannot read %s of %s (%s): its commands are missing; replace the jar, or take it off the class path.%n",
          FILE, jar, e.getMessage());
    }
    return names.stream().filter(name -> !name.isEmpty()).toList();
  }

  private static void add(CommandLine program, String name, String jar, ClassLoader loader) {
    try {
      CommandLine command =
          new CommandLine(
              Class.forName(name, true, loader)
                  .asSubclass(AddedCommand.class)
                  .getDeclaredConstructor()
                  .newInstance());
      if (!program.getSubcommands().containsKey(command.getCommandName())) { // the first one stays
        program.addSubcommand(command);
      }
    } catch (ReflectiveOperationException
        | LinkageError
        | ClassCastException
        | PicocliException broken) {
      String command = command(name, loader);
      MissingCommand.standIn(
          program,
          command,
          ("Cannot use the command '%s' of %s: %s. The jar is broken, or of another version than"
                  + " attune.jar. Put the %s of the same version in its place.")
              .formatted(command, jar, OwnCode.describeAlone(OwnCode.root(broken)), jar));
    }
  }

  /** The name of a command, by its class where that can be read, else by the name of the class. */
  private static String command(String name, ClassLoader loader) {
    try {
      Command command = Class.forName(name, false, loader).getAnnotation(Command.class);
      if (command != null) {
        return command.name();
      }
    } catch (ClassNotFoundException | LinkageError broken) {
      // the class cannot be read
    }
    return name.replaceFirst(".*[.$]", "").replaceFirst("Command$", "").toLowerCase(Locale.ROOT);
  }
}
