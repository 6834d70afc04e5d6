package org.attune.jobs.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;
import org.attune.jobs.console.Json;

/**
 * The page: one self-contained HTML file. Its content security policy names its scripts by their
 * hashes. A browser therefore runs only these scripts, whatever the sweep's texts contain, and
 * contacts no other host.
 */
public final class ReportPage {

  private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";
  private static final List<String> SCRIPTS =
      List.of(
          "page.js",
          "curves.js",
          "axes.js",
          "plots.js",
          "history.js",
          "trials.js",
          "several.js",
          "start.js");

  /** The program in a page's commands: by no path of this machine. */
  static final String PROGRAM = "./attune";

  private static final String TITLE = "<title>Attune report</title>";
  private static final int HEAD = 4096; // bytes; the title is among the first thousand

  private ReportPage() {}

  /**
   * A page's name of a directory: as the user gave it, or its last part where the user gave no
   * relative path.
   */
  static String named(String directory) {
    return directory.matches("([a-z]+:)?/+.*[^/]/*")
        ? directory.replaceAll("/+$", "").replaceAll(".*/", "")
        : directory;
  }

  /** Where a page's commands find its directories, which others may open elsewhere. */
  static String from(List<String> directories) {
    String shortened =
        directories.stream()
            .map(ReportPage::named)
            .filter(name -> !directories.contains(name))
            .collect(Collectors.joining(" and "));
    boolean relative = directories.stream().anyMatch(given -> named(given).equals(given));
    return (relative ? "in the folder from which 'attune report' was run" : "")
        + (relative && !shortened.isEmpty() ? ", " : "")
        + (shortened.isEmpty() ? "" : "with the whole path in place of " + shortened);
  }

  /** Whether a file is such a page. */
  static boolean isOne(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(HEAD), StandardCharsets.UTF_8).contains(TITLE);
    }
  }

  /**
   * The page with its data.
   *
   * @param live whether the page requests new data from the server that served it
   */
  public static String html(Map<String, Object> data, boolean live) {
    StringBuilder javaScript = new StringBuilder("'use strict';\n");
    SCRIPTS.forEach(script -> javaScript.append(resource(script)).append('\n'));
    String charts = resource(CHARTS);
    String policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; script-src %s %s%s"
            .formatted(
                hash(charts), hash(javaScript.toString()), live ? "; connect-src 'self'" : "");
    return resource("page.html")
        .replace("@POLICY@", policy)
        .replace("@STYLE@", resource("page.css"))
        .replace("@LIVE@", String.valueOf(live))
        .replace("@DATA@", json(data))
        .replace("@CHARTS@", charts)
        .replace("@SCRIPT@", javaScript);
  }

  /** JSON that is safe inside an HTML script element. */
  public static String json(Map<String, Object> data) {
    return Json.line(data)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("@", "\\u0040")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static String hash(String script) {
    return "'sha256-" + Base64.getEncoder().encodeToString(DigestUtils.sha256(script)) + "'";
  }

  private static String resource(String name) {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("Cannot find " + name + " in the program");
      }
      // The browser's hash would not match a text with carriage returns.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + name + " out of the program", e);
    }
  }
}
