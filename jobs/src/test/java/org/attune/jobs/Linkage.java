package org.attune.jobs;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.xbean.asm9.ClassReader;

/**
 * Whether the classes of a jar link with a folder of jars: each class and member that they name is
 * there, and no abstract method is left open. What a JVM would find out only when it gets there.
 */
final class Linkage implements Closeable {

  private static final String CLASS = ".class";

  private final List<JarFile> jars = new ArrayList<>();
  private final Map<String, JarFile> where = new HashMap<>();
  private final Map<String, Optional<LinkedClass>> read = new HashMap<>();
  private final Map<String, TreeSet<String>> absent = new TreeMap<>();

  /**
   * @param jar the jar whose classes are looked at, before all others
   * @param folder the jars that it runs with, besides the JDK
   */
  Linkage(Path jar, Path folder) throws IOException {
    add(jar);
    try (Stream<Path> others = Files.list(folder)) {
      for (Path other : others.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
        add(other);
      }
    }
  }

  private void add(Path file) throws IOException {
    JarFile jar = new JarFile(file.toFile());
    jars.add(jar);
    for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
      String name = all.nextElement().getName();
      if (name.endsWith(CLASS) && !name.startsWith("META-INF/")) {
        where.putIfAbsent(name.substring(0, name.length() - CLASS.length()), jar);
      }
    }
  }

  /** The classes of the first jar below a package, by their internal names. */
  List<String> classes(String prefix) {
    return where.entrySet().stream()
        .filter(entry -> entry.getValue() == jars.get(0) && entry.getKey().startsWith(prefix))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** What some classes name and is not there, each with the classes that name it. */
  Map<String, TreeSet<String>> absent(Collection<String> classes) throws IOException {
    absent.clear();
    for (String name : classes) {
      look(name, bytes(name).orElseThrow());
    }
    return absent;
  }

  /** The same of a class that is in no jar. */
  Map<String, TreeSet<String>> absent(String name, byte[] code) {
    absent.clear();
    look(name, code);
    return absent;
  }

  private void look(String name, byte[] code) {
    LinkedClass of = new LinkedClass();
    new ClassReader(code).accept(of, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    read.put(name, Optional.of(of));
    for (String type : of.types()) {
      if (find(type).isEmpty()) {
        tell("class " + type, name);
      }
    }
    for (LinkedClass.Reference reference : of.references()) {
      Optional<LinkedClass> owner = find(reference.owner());
      if (owner.isEmpty()) {
        tell("class " + reference.owner(), name);
      } else if (!has(owner.get(), reference.member())) {
        tell("member %s.%s".formatted(reference.owner(), reference.member()), name);
      }
    }
    if (!Modifier.isAbstract(of.access())) {
      for (String open : open(of)) {
        tell("abstract " + open, name);
      }
    }
  }

  private void tell(String what, String by) {
    absent.computeIfAbsent(what, first -> new TreeSet<>()).add(by);
  }

  /** Whether a class has a member, inherited ones included. */
  private boolean has(LinkedClass of, String member) {
    if (of.members().containsKey(member) || of.isPolymorphic()) {
      return true;
    }
    return !member.startsWith("<init>")
        && of.above().stream()
            .anyMatch(above -> find(above).map(parent -> has(parent, member)).orElse(true));
  }

  /** The abstract methods that a class inherits from outside the JDK and nobody implements. */
  private List<String> open(LinkedClass of) {
    TreeMap<String, String> wanted = new TreeMap<>();
    wanted(of, wanted);
    return wanted.entrySet().stream()
        .filter(entry -> !implemented(of, entry.getKey()))
        .map(entry -> entry.getValue() + "." + entry.getKey())
        .toList();
  }

  private void wanted(LinkedClass of, Map<String, String> wanted) {
    for (String above : of.above()) {
      find(above)
          .filter(parent -> !parent.isOfJdk())
          .ifPresent(
              parent -> {
                parent.members().entrySet().stream()
                    .filter(member -> member.getKey().contains("("))
                    .filter(member -> Modifier.isAbstract(member.getValue()))
                    .forEach(member -> wanted.put(member.getKey(), above));
                wanted(parent, wanted);
              });
    }
  }

  private boolean implemented(LinkedClass of, String member) {
    Integer access = of.members().get(member);
    return access != null && !Modifier.isAbstract(access)
        || of.above().stream()
            .anyMatch(above -> find(above).map(parent -> implemented(parent, member)).orElse(true));
  }

  private Optional<LinkedClass> find(String name) {
    Optional<LinkedClass> known = read.get(name);
    if (known == null) {
      known = LinkedClass.ofJdk(name).or(() -> ofJar(name));
      read.put(name, known);
    }
    return known;
  }

  private Optional<LinkedClass> ofJar(String name) {
    return bytes(name)
        .map(
            code -> {
              LinkedClass found = new LinkedClass();
              new ClassReader(code).accept(found, ClassReader.SKIP_CODE);
              return found;
            });
  }

  private Optional<byte[]> bytes(String name) {
    JarFile jar = where.get(name);
    if (jar == null) {
      return Optional.empty();
    }
    try (InputStream in = jar.getInputStream(jar.getEntry(name + CLASS))) {
      return Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    for (JarFile jar : jars) {
      jar.close();
    }
  }
}
