package org.attune.jobs;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * This program, for a process of its own: the same Java, class path and options.
 *
 * @param main its main class
 */
record OwnProgram(Class<?> main) {

  /**
   * The command that starts it.
   *
   * @param options of the JVM, besides this one's
   * @param arguments of the program
   */
  List<String> command(List<String> options, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return command;
  }
}
