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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private static final Pattern JAR = Pattern.compile("([^/!]+)!?/" + FILE);

  private AddedCommands() {}

  /** Adds all commands. In place of one that is broken comes one that only says why. */
  static void addTo(CommandLine program, ClassLoader loader) {
    Set<String> added = new HashSet<>();
    try {
      for (URL file : Collections.list(loader.getResources(FILE))) {
        for (String name : classes(file)) {
          if (added.add(name)) {
            add(program, name, jar(file), loader);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> classes(URL file) throws IOException {
    List<String> names = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        names.add(line.replaceFirst("#.*", "").strip());
      }
    }
    return names.stream().filter(name -> !name.isEmpty()).toList();
  }

  /** The name of the jar, or of the folder of classes, with a file. */
  private static String jar(URL file) {
    Matcher found = JAR.matcher(file.getPath());
    return found.find() ? found.group(1) : file.toString();
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
