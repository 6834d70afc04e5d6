package org.attune.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The public signatures of this module are those that {@code surface.txt} lists: what a tool such
 * as japicmp compares, so that no release is needed to compare with.
 */
class TestSurface {

  private static final Path CLASSES = Path.of("target", "classes");
  private static final Path FOUND = Path.of("target", "surface.txt");
  private static final Path STORED =
      Path.of("src", "test", "resources", "org", "attune", "api", "surface.txt");
  private static final Set<String> OF_ALL = Set.of("equals", "hashCode", "toString", "valueOf");

  @Test
  void nothingPublicChangesUnnoticed() throws Exception {
    List<String> found = new ArrayList<>();
    for (Class<?> type : types()) {
      found.add(declaration(type));
      members(type).forEach(member -> found.add("  " + member));
    }
    Files.write(FOUND, found);

    assertThat(found)
        .as(
            "the public signatures of attune-api; if the change is meant, name it in CHANGELOG.md"
                + " and copy sweeps/api/%s to sweeps/api/%s",
            FOUND, STORED)
        .isEqualTo(Files.readAllLines(STORED));
  }

  /** Every type that code in other modules can name. */
  private static List<Class<?>> types() throws IOException, ClassNotFoundException {
    List<Class<?>> types = new ArrayList<>();
    try (Stream<Path> files = Files.walk(CLASSES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        String path = CLASSES.relativize(file).toString();
        String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
        Class<?> type = Class.forName(name, false, TestSurface.class.getClassLoader());
        if (!type.isSynthetic() && !name.endsWith("package-info") && visible(type)) {
          types.add(type);
        }
      }
    }
    return types;
  }

  private static boolean visible(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return visible(type.getModifiers())
        && !type.isAnonymousClass()
        && (outer == null || visible(outer));
  }

  private static boolean visible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  /** The words that bind a caller or a subclass. */
  private static String modifiers(int modifiers) {
    return (Modifier.isStatic(modifiers) ? "static " : "")
        + (Modifier.isAbstract(modifiers) ? "abstract " : "")
        + (Modifier.isFinal(modifiers) ? "final " : "");
  }

  private static String declaration(Class<?> type) {
    String kind =
        type.isRecord()
            ? "record"
            : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
    String above =
        Stream.concat(
                Stream.ofNullable(type.getGenericSuperclass()),
                Arrays.stream(type.getGenericInterfaces()))
            .map(Type::getTypeName)
            .filter(name -> !name.matches("java\\.lang\\.(Object|Record|Enum<.*>)"))
            .collect(Collectors.joining(", "));
    return (type.isSealed() ? "sealed " : "")
        + (kind.equals("class") ? modifiers(type.getModifiers()) : "")
        + kind
        + " "
        + type.getName()
        + (above.isEmpty() ? "" : " of " + above);
  }

  private static Set<String> members(Class<?> type) {
    Set<String> members = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (visible(field.getModifiers())) {
        members.add(
            modifiers(field.getModifiers())
                + field.getName()
                + ": "
                + field.getGenericType().getTypeName());
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (visible(constructor.getModifiers())) {
        members.add("new" + arguments(constructor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (visible(method.getModifiers())
          && !method.isSynthetic()
          && !OF_ALL.contains(method.getName())) {
        boolean stated = !type.isInterface() || Modifier.isStatic(method.getModifiers());
        members.add(
            (stated ? modifiers(method.getModifiers()) : method.isDefault() ? "default " : "")
                + method.getName()
                + arguments(method)
                + ": "
                + method.getGenericReturnType().getTypeName());
      }
    }
    return members;
  }

  private static String arguments(Executable of) {
    String thrown =
        Arrays.stream(of.getGenericExceptionTypes())
            .map(Type::getTypeName)
            .collect(Collectors.joining(", "));
    return Arrays.stream(of.getGenericParameterTypes())
            .map(Type::getTypeName)
            .collect(Collectors.joining(", ", "(", ")"))
        + (thrown.isEmpty() ? "" : " throws " + thrown);
  }
}
