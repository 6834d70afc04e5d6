package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.attune.api.search.OwnSearch;
import org.attune.api.stopping.OwnStoppingRule;
import org.attune.api.trial.TrialProgram;
import org.attune.model.attention.OwnParts;
import org.attune.model.task.Task;

/** Classes that pages of {@code docs/} show, in a jar that names them for Java's ServiceLoader. */
final class OwnJar {

  private OwnJar() {}

  /**
   * A class of a jar.
   *
   * @param service that it provides
   */
  record Provider(String name, Class<?> service, String source) {

    /** The class of this name that a page shows. */
    static Provider of(String page, String name, Class<?> service) throws IOException {
      return new Provider(name, service, block(page, "java", "class " + name));
    }
  }

  /** The example of each page: a gate, a task, a training, a search method, a stopping rule. */
  static List<Provider> ofPages() throws IOException {
    String search = "docs/adding-a-search-method.md";
    return List.of(
        Provider.of("docs/adding-an-attention-part.md", "MyParts", OwnParts.class),
        Provider.of("docs/tasks.md", "RunningSum", Task.class),
        Provider.of("docs/your-own-training.md", "Parabola", TrialProgram.class),
        Provider.of(search, "HillClimb", OwnSearch.class),
        Provider.of(search, "GoodEnough", OwnStoppingRule.class));
  }

  /**
   * Compiles a class and packs it.
   *
   * @param folder takes the jar, and what it is made of
   * @param name of the class
   * @param service that it provides
   */
  static Path pack(Path folder, String name, String source, Class<?> service) throws IOException {
    return pack(
        folder,
        name,
        System.getProperty("java.class.path"),
        List.of(new Provider(name, service, source)));
  }

  /** Compiles classes against a class path and packs them into one jar. */
  static Path pack(Path folder, String name, String classPath, List<Provider> providers)
      throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes-" + name));
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    for (Provider each : providers) {
      Path file = Files.writeString(folder.resolve(each.name() + ".java"), each.source());
      String[] arguments = {
        "-proc:none", "-cp", classPath, "-d", classes.toString(), file.toString()
      };
      int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments);
      assertThat(failed).as("javac of %s", each.name()).isZero();
      Files.writeString(services.resolve(each.service().getName()), each.name() + "\n");
    }
    Path jar = folder.resolve(name + ".jar");
    try (OutputStream to = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(to);
        Stream<Path> all = Files.walk(classes)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
        out.write(Files.readAllBytes(each));
      }
    }
    return jar;
  }

  /** Runs a command in this process. Afterwards what its jars brought is no more known. */
  static Printed attune(int exit, Object... arguments) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try {
      Printed printed = Printed.of(arguments);
      assertThat(printed.exit()).as("%s%n%s", printed.error(), printed.output()).isEqualTo(exit);
      return printed;
    } finally {
      Thread.currentThread().setContextClassLoader(loader);
      System.clearProperty("spark.jars");
    }
  }

  /** A page's block of code that has a text in it. */
  static String block(String page, String language, String within) throws IOException {
    Matcher matcher =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("..", page)));
    while (matcher.find()) {
      if (matcher.group(1).contains(within)) {
        return matcher.group(1);
      }
    }
    throw new IllegalStateException("The page " + page + " has no block with " + within);
  }
}
