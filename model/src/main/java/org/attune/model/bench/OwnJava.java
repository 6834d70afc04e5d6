package org.attune.model.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.attune.model.cpu.linear.Lanes;

/** The command of a new process of this Java, with this class path. */
public final class OwnJava {

  private OwnJava() {}

  /** With room for a step, and with vectors where this process has them. */
  static List<String> command(Class<?> main, List<String> arguments) {
    List<String> options =
        Lanes.available()
            ? List.of("-Xmx4g", "--add-modules=jdk.incubator.vector")
            : List.of("-Xmx4g");
    return command(main, options, arguments);
  }

  /**
   * With options of the caller's.
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
