package org.attune.jobs.site;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The documents as a folder of HTML that opens offline: the README and every page that it leads to.
 * A page keeps its place, {@code docs/x.md} is {@code docs/x.html}, and files that pages link to
 * are copied beside them. A small index in JavaScript answers searches, without a server.
 */
final class Site {

  private static final Path START = Path.of("README.md");

  private final Path root;
  private final Map<Path, SitePage> pages = new LinkedHashMap<>();

  private Site(Path root) {
    this.root = root;
  }

  /** Reads the pages of a checkout. */
  static Site of(Path root) throws IOException {
    Site site = new Site(root);
    Deque<Path> open = new ArrayDeque<>(List.of(START));
    while (!open.isEmpty()) {
      Path file = open.remove();
      if (site.pages.containsKey(file)) {
        continue;
      }
      SitePage page = new SitePage(Files.readString(root.resolve(file)));
      site.pages.put(file, page);
      for (String link : page.links()) {
        Path to = target(file, link);
        if (isPage(to) && Files.isRegularFile(root.resolve(to))) {
          open.add(to);
        }
      }
    }
    return site;
  }

  /** The Markdown files, relative to the checkout, by which the site was built. */
  Map<Path, SitePage> pages() {
    return pages;
  }

  /** Writes all pages, the files that they link to, and the search. */
  void write(Path to) throws IOException {
    String frame = resource("page.html");
    List<List<String>> index = new ArrayList<>();
    for (Map.Entry<Path, SitePage> entry : pages.entrySet()) {
      Path file = entry.getKey();
      SitePage page = entry.getValue();
      String up = "../".repeat(file.getNameCount() - 1);
      String html =
          frame
              .replace("{{root}}", up)
              .replace("{{title}}", escaped(page.title()))
              .replace(
                  "{{nav}}",
                  pages.get(START).list("Documentation", link -> up + address(START, link)))
              .replace("{{body}}", page.html(link -> address(file, link)));
      Path out = to.resolve(place(file));
      Files.createDirectories(out.getParent());
      Files.writeString(out, html);
      for (String link : page.links()) {
        copy(target(file, link), to);
      }
      for (SitePage.Section section : page.sections()) {
        index.add(
            List.of(
                place(file) + "#" + section.id(), page.title(), section.heading(), section.text()));
      }
    }
    for (String name : List.of("site.css", "search.js")) {
      Files.writeString(to.resolve(name), resource(name));
    }
    Files.writeString(
        to.resolve("search-index.js"),
        "const INDEX = " + new ObjectMapper().writeValueAsString(index) + ";\n");
  }

  private void copy(Path file, Path to) throws IOException {
    Path from = root.resolve(file);
    if (!isPage(file) && !file.toString().isEmpty() && Files.isRegularFile(from)) {
      Path out = to.resolve(file);
      Files.createDirectories(out.getParent());
      Files.copy(from, out, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** What a link on a page leads to, relative to the checkout; empty for one to another host. */
  private static Path target(Path page, String link) {
    if (isElsewhere(link)) {
      return Path.of("");
    }
    String path = link.replaceFirst("#.*", "");
    return path.isEmpty() ? page : page.resolveSibling(path).normalize();
  }

  private static boolean isElsewhere(String link) {
    return link.matches("[a-z]+:.*");
  }

  private static boolean isPage(Path file) {
    return file.toString().endsWith(".md");
  }

  /** Where a page is in the site. */
  static Path place(Path file) {
    return file.equals(START)
        ? Path.of("index.html")
        : file.resolveSibling(file.getFileName().toString().replaceFirst("\\.md$", ".html"));
  }

  /** A link on a page, as the site has it: from the page's own folder. */
  private static String address(Path page, String link) {
    Path to = target(page, link);
    if (isElsewhere(link) || link.startsWith("#") || !isPage(to)) {
      return link;
    }
    String fragment = link.contains("#") ? link.substring(link.indexOf('#')) : "";
    String up = "../".repeat(page.getNameCount() - 1);
    return up + place(to).toString().replace('\\', '/') + fragment;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String resource(String name) throws IOException {
    try (var in = Site.class.getResourceAsStream("/site/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
