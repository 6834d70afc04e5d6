package org.attune.jobs.slice;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Slices in processes of their own, whose class path has neither Spark nor Hadoop, as in the pack.
 *
 * @param folder with the list, {@code list.txt}, and the results
 * @param environment of the processes, besides this process's
 */
record SliceProcess(Path folder, Map<String, String> environment) {

  /** What a Spark distribution alone has. */
  private static final String NO_SPARK = ".*/(org/apache/(spark|hadoop|parquet)|org/scala-lang)/.*";

  Process begin(String results, String minutes) throws IOException {
    return begin(results, minutes, NO_SPARK);
  }

  /**
   * Begins a slice.
   *
   * @param without the entries of the class path that are left out
   */
  Process begin(String results, String minutes, String without) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "--add-modules=jdk.incubator.vector"));
    command.addAll(List.of("-cp", classPath(without), SliceCommand.class.getName()));
    command.addAll(List.of("--list", folder.resolve("list.txt").toString(), "--minutes", minutes));
    command.add(folder.resolve(results).toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("OMP_NUM_THREADS", "1");
    builder.environment().putAll(environment);
    return builder.redirectOutput(printed().toFile()).start();
  }

  /** What the last slice printed, once it has ended. */
  String end(Process process) throws IOException, InterruptedException {
    process.waitFor();
    return Files.readString(printed(), UTF_8);
  }

  private Path printed() {
    return folder.resolve("printed");
  }

  private static String classPath(String without) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.matches(without))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
