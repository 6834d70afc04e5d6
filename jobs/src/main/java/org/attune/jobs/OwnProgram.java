package org.attune.jobs;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.attune.model.bench.OwnJava;

/**
 * This program, for a process of its own: the same Java, class path and options of the JVM.
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
    List<String> all = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    all.addAll(options);
    return OwnJava.command(main, all, arguments);
  }
}
