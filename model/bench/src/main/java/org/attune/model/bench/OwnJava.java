package org.attune.model.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.attune.model.cpu.linear.Lanes;

/** The command that starts a new process of this Java, with this class path. */
public final class OwnJava {

  private OwnJava() {}

  /** The command with heap for a step, and with vectors if this process has them. */
  static List<String> command(Class<?> main, List<String> arguments) {
    List<String> options =
        Lanes.available()
            ? List.of("-Xmx4g", "--add-modules=jdk.incubator.vector")
            : List.of("-Xmx4g");
    return command(main, options, arguments);
  }

  /**
   * The command with the caller's JVM options.
   *
   * @param options of the JVM
   * @param arguments of the program
   */
  public static List<String> command(Class<?> main, List<String> options, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return command;
  }
}
