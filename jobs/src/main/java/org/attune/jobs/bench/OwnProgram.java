package org.attune.jobs.bench;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.attune.model.bench.OwnJava;

/**
 * Starts this program in a new process with this JVM's executable, class path and options.
 *
 * @param main the program's main class
 */
record OwnProgram(Class<?> main) {

  /**
   * The command that starts the process.
   *
   * @param options JVM options besides this JVM's
   * @param arguments the program's arguments
   */
  List<String> command(List<String> options, List<String> arguments) {
    List<String> all = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    all.addAll(options);
    return OwnJava.command(main, all, arguments);
  }
}
