package org.attune.cluster.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry;

/**
 * The functions that statements may call. The list {@code functions.txt} has all of Spark 3.5 and
 * 4.2 that compute from their arguments alone. A function that Spark has and the list has not is
 * refused, so those of a later Spark are refused until somebody has looked at them.
 */
final class SqlFunctions {

  /** They call any method of any class. */
  private static final Set<String> CALLS = Set.of("reflect", "java_method", "try_reflect");

  /** Their options name files: a schema, or a description of messages. */
  private static final Set<String> READS =
      Set.of(
          "from_avro",
          "to_avro",
          "schema_of_avro",
          "from_protobuf",
          "to_protobuf",
          "python_worker_logs");

  private static final Set<String> HARMLESS = harmless();

  private SqlFunctions() {}

  private static Set<String> harmless() {
    try (InputStream list = SqlFunctions.class.getResourceAsStream("functions.txt")) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Refuses a function that runs code, that reads files, or that nobody has looked at. A name that
   * Spark does not know stays: Spark says that there is no such function.
   *
   * @throws RefusedStatementException naming the function
   */
  static void require(String function) {
    String name = function.toLowerCase(Locale.ROOT);
    if (HARMLESS.contains(name)) {
      return;
    }
    if (CALLS.contains(name)) {
      throw new RefusedStatementException(
          "Cannot run this statement: %s calls any code there is, and statements here only read."
              .formatted(function));
    }
    if (name.startsWith("xpath") || name.endsWith("_xml")) {
      throw new RefusedStatementException(
          ("Cannot run this statement: %s reads XML, which can name any file or address, and"
                  + " statements here read the tables only.")
              .formatted(function));
    }
    if (READS.contains(name)) {
      throw new RefusedStatementException(
          ("Cannot run this statement: %s can read any file, and statements here read the tables"
                  + " only.")
              .formatted(function));
    }
    if (isBuiltIn(name)) {
      throw new RefusedStatementException(
          ("Cannot run this statement: %s is new in Spark %s, and Attune does not know what it"
                  + " does.")
              .formatted(function, SparkVersion.current()));
    }
  }

  private static boolean isBuiltIn(String name) {
    FunctionIdentifier function = new FunctionIdentifier(name);
    return FunctionRegistry.builtin().functionExists(function)
        || TableFunctionRegistry.builtin().functionExists(function);
  }
}
