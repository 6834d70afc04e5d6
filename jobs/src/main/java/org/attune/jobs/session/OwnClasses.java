package org.attune.jobs.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.attune.api.catalog.Spelling;
import org.attune.api.paper.PaperTables;
import org.attune.api.search.OwnSearch;
import org.attune.api.stopping.OwnStoppingRule;
import org.attune.api.trial.TrialProgram;
import org.attune.api.trial.TrialWork;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.OwnCode;
import org.attune.model.attention.OwnParts;
import org.attune.model.task.Task;

/**
 * The classes that a jar of the user's names for Java's ServiceLoader. {@link #check} makes each of
 * them once, so that a message can name the jar, the class and what is wrong with it.
 *
 * @param jar the user's jar
 */
record OwnClasses(Path jar) {

  private static final String SERVICES = "META-INF/services/";
  private static final int LONGEST_SERVICES = 1 << 16; // bytes
  private static final String OURS = "org.attune.";

  /** What a jar can bring, by the name of its services file. */
  private static final Map<String, Class<?>> KINDS =
      Stream.of(
              OwnParts.class,
              Task.class,
              TrialProgram.class,
              OwnSearch.class,
              OwnStoppingRule.class,
              PaperTables.class)
          .collect(Collectors.toMap(Class::getName, kind -> kind));

  /**
   * Makes all classes that the jar names for Attune.
   *
   * @param loader loads them
   * @return whether there are any
   * @throws InputException if the file is not a jar, or a class cannot be used
   */
  boolean check(ClassLoader loader) {
    if (Files.isDirectory(jar)) {
      throw new InputException(
          "Cannot read --jars %s: it is a folder; name the jar in it".formatted(jar));
    }
    if (!Files.isRegularFile(jar)) {
      throw new InputException(
          "Cannot read --jars %s: it is a pipe or a device; name a jar".formatted(jar));
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      List<String> classes =
          file.stream()
              .map(ZipEntry::getName)
              .filter(name -> name.endsWith(".class"))
              .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
              .toList();
      List<JarEntry> named =
          file.stream().filter(entry -> entry.getName().startsWith(SERVICES + OURS)).toList();
      for (JarEntry entry : named) {
        Class<?> kind = kind(entry.getName().substring(SERVICES.length()));
        text(file, entry)
            .lines()
            .map(line -> line.replaceFirst("#.*", "").strip())
            .filter(line -> !line.isEmpty())
            .forEach(name -> make(name, kind, loader, classes));
      }
      return !named.isEmpty();
    } catch (IOException e) {
      throw new InputException(
          "Cannot read --jars %s: it is not a jar (%s)".formatted(jar, e.getMessage()));
    }
  }

  /** The text of a services file, whose size in the jar's directory may be a lie. */
  private String text(JarFile file, JarEntry entry) throws IOException {
    try (InputStream in = file.getInputStream(entry)) {
      byte[] text = in.readNBytes(LONGEST_SERVICES + 1);
      if (text.length > LONGEST_SERVICES) {
        throw new InputException(
            "Cannot read --jars %s: %s has more than %,d bytes; it names one class a line"
                .formatted(jar, entry.getName(), LONGEST_SERVICES));
      }
      return new String(text, UTF_8);
    }
  }

  /** The names of the services files that Attune looks for. */
  static String kinds() {
    return KINDS.keySet().stream()
        .sorted(Comparator.naturalOrder())
        .collect(Collectors.joining(", "));
  }

  private Class<?> kind(String service) {
    return Optional.ofNullable(KINDS.get(service))
        .orElseThrow(
            () ->
                new InputException(
                    "%s has the file %s%s, but Attune knows only %s%s"
                        .formatted(
                            jar.getFileName(),
                            SERVICES,
                            service,
                            kinds(),
                            Spelling.hint(service, KINDS.keySet()))));
  }

  private void make(String name, Class<?> kind, ClassLoader loader, List<String> classes) {
    try {
      Class<?> made = Class.forName(name, true, loader);
      if (!kind.isAssignableFrom(made)) {
        throw refused(name, kind, "it does not implement " + kind.getSimpleName());
      }
      checkAnswers(made.getConstructor().newInstance(), kind);
    } catch (ClassNotFoundException e) {
      throw refused(name, kind, "there is no such class" + Spelling.hint(name, classes));
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
      throw refused(
          name, kind, "it must be a public class with a public constructor without parameters");
    } catch (InvocationTargetException e) {
      throw refused(name, kind, failure(e.getTargetException()));
    } catch (LinkageError e) {
      throw refused(name, kind, failure(e));
    }
  }

  /** Calls all that the class says of itself; only a sweep needs its work. */
  private void checkAnswers(Object made, Class<?> kind)
      throws InvocationTargetException, IllegalAccessException {
    for (Method method : kind.getMethods()) {
      if (method.getParameterCount() > 0
          || Modifier.isStatic(method.getModifiers())
          || method.getReturnType().equals(TrialWork.class)) {
        continue;
      }
      Object answer = method.invoke(made);
      String type = method.getReturnType().getSimpleName();
      if (answer == null) {
        throw refused(
            made.getClass().getName(),
            kind,
            "%s() returned null; return a value of type %s".formatted(method.getName(), type));
      }
      if (answer instanceof List<?> list && list.stream().anyMatch(Objects::isNull)) {
        throw refused(
            made.getClass().getName(),
            kind,
            "%s() returned a list with null; leave the null out".formatted(method.getName()));
      }
    }
  }

  private InputException refused(String name, Class<?> kind, String why) {
    return new InputException(
        "Cannot use %s of %s (%s): %s".formatted(name, jar.getFileName(), kind.getName(), why));
  }

  private static String failure(Throwable failure) {
    return OwnCode.describe(failure).orElseGet(() -> OwnCode.describeAlone(failure));
  }
}
