package org.attune.cluster.spark;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The members of Spark that have another descriptor in Spark 4, so that no compiled call fits both.
 * Each lists its signatures by the exact types of parameters and result. {@link #requireAll} finds
 * them before anything runs.
 */
enum SparkCall {
  /** The frame of a web page of Spark's. */
  PAGE(
      "headerSparkPage",
      signature(
          "org.apache.spark.ui.UIUtils",
          "scala.collection.Seq",
          "javax.servlet.http.HttpServletRequest",
          "java.lang.String",
          "scala.Function0",
          "org.apache.spark.ui.SparkUITab",
          "scala.Option",
          "boolean",
          "boolean"),
      signature(
          "org.apache.spark.ui.UIUtils",
          "scala.collection.immutable.Seq",
          "jakarta.servlet.http.HttpServletRequest",
          "java.lang.String",
          "scala.Function0",
          "org.apache.spark.ui.SparkUITab",
          "scala.Option",
          "boolean",
          "boolean",
          "boolean")),

  /** The executors that Spark knows. */
  EXECUTORS(
      "executorList",
      signature("org.apache.spark.status.AppStatusStore", "scala.collection.Seq", "boolean"),
      signature(
          "org.apache.spark.status.AppStatusStore", "scala.collection.immutable.Seq", "boolean")),

  /** A set of catalogs, whose class is another in Spark 4. */
  CATALOGS(
      SparkCall.CONSTRUCTOR,
      signature(
          "org.apache.spark.sql.connector.catalog.CatalogManager",
          "void",
          "org.apache.spark.sql.connector.catalog.CatalogPlugin",
          "org.apache.spark.sql.catalyst.catalog.SessionCatalog"),
      signature(
          "org.apache.spark.sql.connector.catalog.DefaultCatalogManager",
          "void",
          "org.apache.spark.sql.connector.catalog.CatalogPlugin",
          "org.apache.spark.sql.catalyst.catalog.SessionCatalog")),

  /**
   * The builder of a session: Spark 4's public one first starts Scala's reflection, to find this.
   */
  BUILDER(
      "builder",
      signature(
          "org.apache.spark.sql.classic.SparkSession",
          "org.apache.spark.sql.classic.SparkSession$Builder"),
      signature("org.apache.spark.sql.SparkSession", "org.apache.spark.sql.SparkSession$Builder")),

  /** Gives a builder the settings. */
  SETTINGS(
      "config",
      signature(
          "org.apache.spark.sql.classic.SparkSession$Builder",
          "org.apache.spark.sql.classic.SparkSession$Builder",
          "org.apache.spark.SparkConf"),
      signature(
          "org.apache.spark.sql.SparkSession$Builder",
          "org.apache.spark.sql.SparkSession$Builder",
          "org.apache.spark.SparkConf")),

  /** Gives a builder the Spark that runs. */
  CONTEXT(
      "sparkContext",
      signature(
          "org.apache.spark.sql.classic.SparkSession$Builder",
          "org.apache.spark.sql.classic.SparkSession$Builder",
          "org.apache.spark.SparkContext"),
      signature(
          "org.apache.spark.sql.SparkSession$Builder",
          "org.apache.spark.sql.SparkSession$Builder",
          "org.apache.spark.SparkContext")),

  /** The session that a builder has built. */
  SESSION(
      "getOrCreate",
      signature(
          "org.apache.spark.sql.classic.SparkSession$Builder",
          "org.apache.spark.sql.classic.SparkSession"),
      signature("org.apache.spark.sql.SparkSession$Builder", "org.apache.spark.sql.SparkSession")),

  /** The end of a main class in YARN's cluster mode. */
  USER_EXIT(
      SparkCall.CONSTRUCTOR,
      signature("org.apache.spark.SparkUserAppException", "void", "int"),
      signature("org.apache.spark.SparkUserAppException", "void", "int", "java.lang.Throwable"));

  private static final String CONSTRUCTOR = "<init>";

  private final String type;
  private final String member;
  private final Optional<MethodHandle> handle;

  @SafeVarargs
  SparkCall(String member, List<String>... signatures) {
    this.type = signatures[0].get(0);
    this.member = member;
    this.handle = find(List.of(signatures));
  }

  /** The class that has the member, the result's type, then the parameters'. */
  private static List<String> signature(String... types) {
    return List.of(types);
  }

  /**
   * Refuses a Spark that lacks a member.
   *
   * @throws UnsupportedSparkException with its version, and what is supported
   */
  static void requireAll(SparkVersion version, Predicate<SparkCall> has) {
    List<String> missing =
        Stream.of(values())
            .filter(has.negate())
            .map(call -> "%s.%s".formatted(call.type, call.member))
            .toList();
    if (!missing.isEmpty()) {
      throw new UnsupportedSparkException(
          "Attune runs on %s; this is Spark %s, which lacks %s as Attune calls it"
              .formatted(SparkSupport.SPARKS, version, String.join(", ", missing)));
    }
  }

  /** Whether this process's Spark has it. */
  boolean isThere() {
    return handle.isPresent();
  }

  /** Calls it, and throws Spark's exceptions unwrapped. */
  Object call(Object... arguments) {
    MethodHandle method =
        handle.orElseThrow(() -> new IllegalStateException("requireAll() was not called"));
    int most = method.type().parameterCount();
    Object[] all = Arrays.copyOf(arguments, most); // what only Spark 4 has is false or null
    for (int i = arguments.length; i < most; i++) {
      all[i] = method.type().parameterType(i) == boolean.class ? Boolean.FALSE : null;
    }
    try {
      return method.invokeWithArguments(all);
    } catch (Throwable thrown) {
      throw Undeclared.<RuntimeException>rethrow(thrown);
    }
  }

  private Optional<MethodHandle> find(List<List<String>> signatures) {
    return signatures.stream().flatMap(signature -> resolve(signature).stream()).findFirst();
  }

  private Optional<MethodHandle> resolve(List<String> signature) {
    Lookup lookup = MethodHandles.publicLookup();
    try {
      List<Class<?>> types = new ArrayList<>();
      for (String each : signature) {
        types.add(typeOf(each));
      }
      Class<?> type = types.get(0);
      MethodType as = MethodType.methodType(types.get(1), types.subList(2, types.size()));
      if (member.equals(CONSTRUCTOR)) {
        return Optional.of(lookup.findConstructor(type, as));
      }
      try {
        return Optional.of(lookup.findStatic(type, member, as));
      } catch (NoSuchMethodException | IllegalAccessException notStatic) {
        return Optional.of(lookup.findVirtual(type, member, as));
      }
    } catch (ReflectiveOperationException | LinkageError absent) {
      return Optional.empty();
    }
  }

  private static Class<?> typeOf(String name) throws ClassNotFoundException {
    return switch (name) {
      case "void" -> void.class;
      case "int" -> int.class;
      case "boolean" -> boolean.class;
      default -> Class.forName(name, false, SparkCall.class.getClassLoader());
    };
  }
}
