package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A class that a page of {@code docs/} shows, in a jar that names it for Java's ServiceLoader. */
final class OwnJar {

  private OwnJar() {}

  /**
   * Compiles a class and packs it.
   *
   * @param folder takes the jar, and what it is made of
   * @param name of the class
   * @param service that it provides
   */
  static Path pack(Path folder, String name, String source, Class<?> service) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    Path classes = Files.createDirectories(folder.resolve("classes-" + name));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                file.toString());
    assertThat(failed).as("javac of %s", name).isZero();
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve(service.getName()), name + "\n");
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
