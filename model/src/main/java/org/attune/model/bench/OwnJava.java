package org.attune.model.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.attune.model.cpu.linear.Lanes;

/**
 * The command of a new process of this Java, with this class path, and with vectors where this one
 * has them.
 */
final class OwnJava {

  private OwnJava() {}

  static List<String> command(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx4g");
    if (Lanes.available()) {
      command.add("--add-modules=jdk.incubator.vector");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return command;
  }
}
