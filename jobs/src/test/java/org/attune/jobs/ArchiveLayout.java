package org.attune.jobs;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What {@code distribution.xml} puts into the archive: each file's place there, and its source. */
final class ArchiveLayout {

  private static final Path TARGET = Launched.HOME.resolve("jobs/target");
  private static final Path TOP = Path.of("");

  private ArchiveLayout() {}

  /** The version that the root pom states. */
  static String version() throws Exception {
    return text(xml("pom.xml"), "version").get(0);
  }

  /**
   * The source of each file by its path in the archive. Files that are named alone may be unbuilt.
   */
  static Map<Path, Path> files() throws Exception {
    Map<Path, Path> files = new TreeMap<>();
    Element descriptor = xml("jobs/distribution.xml");
    for (Element file : all(descriptor, "file")) {
      Path source = source(text(file, "source").get(0));
      List<String> name = text(file, "destName");
      files.put(
          to(file).resolve(name.isEmpty() ? source.getFileName().toString() : name.get(0)), source);
    }
    for (Element set : all(descriptor, "fileSet")) {
      Path directory = source(text(set, "directory").get(0));
      List<PathMatcher> includes = new ArrayList<>();
      for (String include : text(set, "include")) {
        includes.add(FileSystems.getDefault().getPathMatcher("glob:" + include));
      }
      boolean whole = includes.isEmpty();
      try (Stream<Path> found = Files.walk(directory, whole ? 1 : 6)) {
        for (Path file : found.filter(Files::isRegularFile).toList()) {
          Path inside = directory.relativize(file);
          if (whole || includes.stream().anyMatch(include -> include.matches(inside))) {
            files.put(to(set).resolve(inside).normalize(), file);
          }
        }
      }
    }
    return files;
  }

  private static Element xml(String file) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(Launched.HOME.resolve(file).toFile())
        .getDocumentElement();
  }

  private static Path source(String path) throws Exception {
    return Path.of(
        path.replace("${project.build.directory}", TARGET.toString())
            .replace("${project.version}", version())
            .replace("${maven.multiModuleProjectDirectory}", Launched.HOME.toString()));
  }

  private static Path to(Element element) {
    List<String> to = text(element, "outputDirectory");
    return to.isEmpty() ? TOP : Path.of(to.get(0)).normalize();
  }

  private static List<String> text(Element element, String tag) {
    return all(element, tag).stream().map(one -> one.getTextContent().strip()).toList();
  }

  private static List<Element> all(Element in, String tag) {
    NodeList found = in.getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }
}
