package org.attune.sweeps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.attune.api.trial.TrialProgram;

/** Classes that a page of {@code docs/} shows, compiled, and named for Java's ServiceLoader. */
public final class OwnClasses {

  private final Path folder;
  private final Path classes;
  private final String page;

  /** The classes of a page such as {@code tasks.md}, below a folder. */
  public OwnClasses(Path folder, String page) throws IOException {
    this.folder = folder;
    this.classes = Files.createDirectories(folder.resolve("classes"));
    this.page = Files.readString(Path.of("..", "docs", page));
  }

  /** Compiles the page's class of this name against {@code attune-api} alone. */
  public OwnClasses with(String name, Class<?> service) throws IOException {
    return with(name, service, block("java", "class " + name));
  }

  /** Compiles a class against {@code attune-api} alone. */
  public OwnClasses with(String name, Class<?> service, String source) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    String[] arguments = {
      "-proc:none", "-cp", api().toString(), "-d", classes.toString(), file.toString()
    };
    int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments);
    assertThat(failed).as("javac of %s", name).isZero();
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve(service.getName()), name + "\n");
    return this;
  }

  /** A loader of the classes, below this thread's. */
  public URLClassLoader loader() throws IOException {
    return new URLClassLoader(
        new URL[] {classes.toUri().toURL()}, Thread.currentThread().getContextClassLoader());
  }

  /** The page's block of code that has a text in it. */
  public String block(String language, String within) {
    Matcher matcher =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
    while (matcher.find()) {
      if (matcher.group(1).contains(within)) {
        return matcher.group(1);
      }
    }
    throw new IllegalArgumentException("Cannot find a block with '" + within + "' in the page");
  }

  private static Path api() {
    try {
      return Path.of(
          TrialProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException never) {
      throw new IllegalStateException(never);
    }
  }
}
