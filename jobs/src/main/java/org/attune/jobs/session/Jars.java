package org.attune.jobs.session;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.attune.api.trial.TrialProgram;
import org.attune.jobs.console.InputException;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.task.Tasks;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.stopping.StoppingRules;
import picocli.CommandLine.Option;

/**
 * {@code --jars}: the user's own tasks, attention parts, search methods and stopping rules, found
 * by Java's ServiceLoader.
 */
public final class Jars {

  private static final String SPARK_JARS = "spark.jars";

  @Option(
      names = "--jars",
      paramLabel = "JAR",
      split = ",",
      description =
          "Jars with tasks, attention parts, search methods and stopping rules of your own; see"
              + " docs/your-own-training.md. Under spark-submit its own --jars does the same.")
  private List<Path> jars = List.of();

  /**
   * Makes the jars' classes visible to this thread, and to the executors of a Spark started later.
   * Call this method before anything reads the catalog of axes and tasks.
   */
  public void install() {
    load();
    try {
      Parts.axes();
    } catch (ExceptionInInitializerError
        | ServiceConfigurationError
        | NoClassDefFoundError broken) {
      Throwable why = broken.getCause() == null ? broken : broken.getCause();
      throw new InputException("Cannot use a part of --jars: " + why.getMessage());
    }
    check("task", Tasks::axis);
    check("search method", SearchMethods::all);
    check("stopping rule", StoppingRules::all);
  }

  private static void check(String what, Runnable lookUp) {
    try {
      lookUp.run();
    } catch (ServiceConfigurationError | LinkageError | IllegalArgumentException broken) {
      throw new InputException(
          "Cannot use a %s of --jars: %s".formatted(what, broken.getMessage()));
    }
  }

  /** The task with this name, from the jars or the class path. */
  public Optional<TrialProgram> program(String name) {
    try {
      return ServiceLoader.load(TrialProgram.class, Thread.currentThread().getContextClassLoader())
          .stream()
          .map(ServiceLoader.Provider::get)
          .filter(program -> program.name().equals(name))
          .findFirst();
    } catch (ServiceConfigurationError broken) {
      throw new InputException("Cannot use a task of --jars: " + broken.getMessage());
    }
  }

  private void load() {
    if (jars.isEmpty()) {
      return;
    }
    ClassLoader current = Thread.currentThread().getContextClassLoader();
    List<URL> urls = new ArrayList<>();
    List<String> paths = new ArrayList<>(); // the jars of spark-submit come first
    Optional.ofNullable(System.getProperty(SPARK_JARS))
        .filter(there -> !there.isBlank())
        .ifPresent(paths::add);
    for (Path jar : jars) {
      if (!Files.isReadable(jar)) {
        throw new InputException("Cannot read --jars " + jar + ": there is no such readable file.");
      }
      try {
        urls.add(jar.toUri().toURL());
      } catch (MalformedURLException never) {
        throw new IllegalStateException(never);
      }
      paths.add(jar.toAbsolutePath().toString());
    }
    ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), current);
    Thread.currentThread().setContextClassLoader(loader);
    System.setProperty(SPARK_JARS, String.join(",", paths)); // each new SparkConf reads it
  }
}
