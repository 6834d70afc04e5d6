package org.attune.jobs.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.jobs.report.Browser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds the site of the documents in {@code target/site}; every link leads somewhere. */
class TestSite {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path OUT = Path.of("target", "site").toAbsolutePath();
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");

  private static Site site;

  @BeforeAll
  static void build() throws Exception {
    site = Site.of(ROOT);
    site.write(OUT);
  }

  @Test
  void everyPageOfTheDocumentsIsReachedFromTheReadme() throws Exception {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".md")).map(ROOT::relativize))
          .hasSizeGreaterThan(40)
          .allMatch(site.pages()::containsKey);
    }
  }

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws Exception {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : site.pages().keySet()) {
      Path html = OUT.resolve(Site.place(page));
      for (MatchResult link : LINK.matcher(Files.readString(html)).results().toList()) {
        String to = link.group(1);
        if (to.matches("https?:.*")) {
          continue;
        }
        links++;
        String[] parts = to.split("#", 2);
        Path file = parts[0].isEmpty() ? html : html.resolveSibling(parts[0]).normalize();
        boolean there = Files.isRegularFile(file) && (parts.length < 2 || hasId(file, parts[1]));
        if (!there) {
          broken.add(page + ": " + to);
        }
      }
    }
    assertThat(links).isGreaterThan(1000);
    assertThat(broken).isEmpty();
  }

  private static boolean hasId(Path html, String id) throws Exception {
    return ID.matcher(Files.readString(html))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet())
        .contains(id);
  }

  @Test
  void picturesOfTheDocumentsAreSmall() throws Exception {
    Map<String, Long> sizes;
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      sizes =
          files
              .filter(file -> file.toString().endsWith(".png"))
              .collect(Collectors.toMap(Path::toString, file -> file.toFile().length()));
    }
    assertThat(sizes).hasSize(2);
    assertThat(sizes.values()).allMatch(bytes -> bytes < 100_000);
    assertThat(sizes.values().stream().mapToLong(Long::longValue).sum()).isLessThan(400_000);
  }

  @Test
  void aWordIsFoundOffline(@TempDir Path profile) throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    try (Browser browser = Browser.open(Browser.program().get(), profile, 1280, 900)) {
      browser.go(OUT.resolve("docs/quickstart.html").toUri().toString(), false);

      assertThat(found(browser, "holm-adjusted"))
          .anyMatch(hit -> hit.contains("/docs/glossary.html#"));
      assertThat(found(browser, "tutorial verdict"))
          .first()
          .asString()
          .contains("docs/tutorial.html");
      assertThat(found(browser, "zxqv")).isEmpty();
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests()).isNotEmpty().allMatch(url -> url.startsWith("file:"));
    }
  }

  private static List<String> found(Browser browser, String words) {
    browser.evaluate(
        "query.value = '%s'; query.dispatchEvent(new Event('input'))".formatted(words));
    return List.of(
            browser
                .evaluate(
                    "Array.from(document.querySelectorAll('#results a')).map(a => a.href).join(' ')")
                .asText()
                .split(" "))
        .stream()
        .filter(hit -> !hit.isEmpty())
        .toList();
  }
}
