package org.attune.jobs.session;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.storage.ShellWord;
import org.attune.api.trial.ProgramCatalog;
import org.attune.api.trial.TrialProgram;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.BrokenService;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.OwnCode;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.task.Task;
import org.attune.model.task.Tasks;
import org.attune.sweeps.search.OwnAnswers;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.reader.Declarations;
import org.attune.sweeps.stopping.StoppingRules;
import picocli.CommandLine.Option;

/**
 * {@code --jars}: the user's own tasks, trainings, attention parts, search methods, stopping rules
 * and papers, found by Java's ServiceLoader.
 */
public final class Jars {

  private static final String SPARK_JARS = "spark.jars";

  @Option(
      names = "--jars",
      paramLabel = "JAR",
      split = ",",
      description =
          "Jars with tasks, trainings, attention parts, search methods, stopping rules and papers of"
              + " your own; see docs/your-own-jar.md. Under spark-submit its own --jars does the same.")
  private List<Path> jars = List.of();

  /**
   * Makes the jars' classes visible to this thread, and to the executors of a Spark started later.
   * Call this method before anything reads the catalog of axes and tasks.
   *
   * @throws InputException if a jar cannot be read, or a class in it cannot be used
   */
  public void install() {
    load();
    check("part", Parts::axes);
    check("task", Tasks::axis);
    check("task", this::programs);
    check("search method", SearchMethods::all);
    check("stopping rule", StoppingRules::all);
    check("paper", KnownPapers::all);
    if (!jars.isEmpty()) {
      check("part or task", Jars::checkDeclarations);
    }
  }

  /** The option as given, to repeat it in a command; empty without jars. */
  public String words() {
    String given = jars.stream().map(Path::toString).collect(Collectors.joining(","));
    return jars.isEmpty() ? "" : " --jars " + ShellWord.path(given);
  }

  /** The option with the jars' names, without folders, for a page that others read. */
  public String names() {
    String names =
        jars.stream().map(jar -> jar.getFileName().toString()).collect(Collectors.joining(","));
    return jars.isEmpty() ? "" : " --jars " + ShellWord.path(names);
  }

  private static void check(String what, Runnable lookUp) {
    try {
      lookUp.run();
    } catch (ServiceConfigurationError | LinkageError | IllegalArgumentException broken) {
      Throwable why = OwnCode.root(broken);
      BrokenService.describe(broken)
          .ifPresent(
              message -> {
                throw new InputException(message);
              });
      throw new InputException(
          "Cannot use a %s of --jars: %s"
              .formatted(
                  what, OwnCode.describe(why).orElseGet(() -> String.valueOf(why.getMessage()))));
    }
  }

  /** The task with this name, from the jars or the class path. */
  public Optional<TrialProgram> program(String name) {
    return programs().stream().filter(program -> program.name().equals(name)).findFirst();
  }

  /**
   * All programs, from the jars or the class path.
   *
   * @throws IllegalArgumentException if two tasks have the same name
   */
  public List<TrialProgram> programs() {
    Set<String> names =
        Tasks.all().stream().map(task -> task.option().name()).collect(Collectors.toSet());
    List<TrialProgram> programs = new ArrayList<>();
    for (TrialProgram brought : ServiceLoader.load(TrialProgram.class)) {
      TrialProgram program = OwnAnswers.of(TrialProgram.class, brought);
      if (!names.add(program.name())) {
        throw new IllegalArgumentException(
            "%s is a task named '%s', and there is one already; give it another name"
                .formatted(brought.getClass().getName(), program.name()));
      }
      check(program, brought.getClass());
      programs.add(program);
    }
    return programs;
  }

  private static void check(TrialProgram program, Class<?> brought) {
    try {
      List<Metric> metrics = program.metrics();
      refuse(Declarations.wrongColumn(new ProgramCatalog(program).tree(), metrics));
      refuse(Declarations.wrongMetric(metrics));
    } catch (OwnAnswers.NullAnswerException named) {
      throw named;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(brought.getName() + ": " + e.getMessage());
    }
  }

  /** Checks the columns of all parameters beside all tasks' metrics, and own tasks' metrics. */
  private static void checkDeclarations() {
    AxisCatalog catalog = new TrialCatalog();
    ParameterTree tree = catalog.tree();
    Set<Metric> all = new LinkedHashSet<>();
    for (Task task : Tasks.all()) {
      List<Metric> metrics =
          catalog.metrics(Configuration.of(tree, Map.of("task", task.option().name())));
      Tasks.ownClass(task)
          .ifPresent(
              name -> refuse(Declarations.wrongMetric(metrics).map(why -> name + ": " + why)));
      all.addAll(metrics);
    }
    refuse(Declarations.wrongColumn(tree, List.copyOf(all)));
  }

  private static void refuse(Optional<String> why) {
    why.ifPresent(
        reason -> {
          throw new IllegalArgumentException(reason);
        });
  }

  private void load() {
    List<String> submitted =
        Stream.of(System.getProperty(SPARK_JARS, "").split(","))
            .filter(path -> !path.isBlank())
            .toList();
    List<Path> added =
        new ArrayList<>(
            submitted.stream()
                .flatMap(path -> local(path).stream())
                .filter(path -> !path.equals(attune()))
                .toList());
    if (!jars.isEmpty()) {
      ClassLoader current = Thread.currentThread().getContextClassLoader();
      OwnCode.Loader loader = new OwnCode.Loader(jars.stream().map(Jars::url).toList(), current);
      Thread.currentThread().setContextClassLoader(loader);
      List<Path> empty = jars.stream().filter(jar -> !new OwnClasses(jar).check(loader)).toList();
      if (empty.size() == jars.size()) {
        System.err.printf(
            "attune: %s brings nothing of Attune's: it has no file in META-INF/services named %s%n",
            empty.get(0).getFileName(), OwnClasses.kinds());
      }
      added.addAll(jars);
      String all =
          Stream.concat(
                  submitted.stream(), jars.stream().map(jar -> jar.toAbsolutePath().toString()))
              .collect(Collectors.joining(","));
      System.setProperty(SPARK_JARS, all); // each new SparkConf reads it; spark-submit's come first
    }
    Machine.useJars(added);
  }

  private static URL url(Path jar) {
    if (!Files.isReadable(jar)) {
      throw new InputException("Cannot read --jars " + jar + ": there is no such readable file.");
    }
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException never) {
      throw new IllegalStateException(never);
    }
  }

  /** A jar of {@code spark.jars} that lies on this machine. */
  private static Optional<Path> local(String jar) {
    String path = jar.replaceFirst("^(file|local):(//)?", "");
    return path.contains(":") || !Files.isRegularFile(Path.of(path))
        ? Optional.empty()
        : Optional.of(Path.of(path));
  }

  /** Attune's own jar, or folder of classes. */
  private static Path attune() {
    URL code = Jars.class.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(code.toString())); // a folder's name may have spaces
  }
}
