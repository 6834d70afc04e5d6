package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;

/** The pages of the documentation that an agent reads; jobs/pom.xml packs them. */
final class ServedPages {

  /** Their names, in the order in which an agent needs them. */
  static final List<String> NAMES =
      List.of("agents", "lab", "sweep-file", "comparing", "formulas", "tasks", "searching");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_CHARACTERS = 12_000;
  private static final String HEADING = "## ";

  private ServedPages() {}

  /** The text of a page. */
  static String read(String page) {
    try (InputStream text = ServedPages.class.getResourceAsStream("/docs/" + page + ".md")) {
      if (text == null) {
        throw new IllegalStateException("Cannot find docs/%s.md in the program".formatted(page));
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  /** Each page with its sections. */
  static ObjectNode list() {
    ObjectNode all = JSON.createObjectNode();
    ArrayNode docs = all.putArray("docs");
    for (String page : NAMES) {
      ObjectNode one = docs.addObject().put("name", page);
      List<String> sections = sections(read(page));
      one.put("title", heading(sections.get(0)));
      ArrayNode headings = one.putArray("sections");
      sections.stream().skip(1).map(ServedPages::heading).forEach(headings::add);
    }
    return all.put("more", "describe {\"what\": \"docs\", \"name\": PAGE, \"word\": SECTION}");
  }

  /**
   * A page, or as much of it as a model reads at once.
   *
   * @param word show only the sections with it in their heading, else in their text
   */
  static ObjectNode page(String given, Optional<String> word) {
    String name = StringUtils.removeEnd(StringUtils.substringAfterLast("/" + given, "/"), ".md");
    if (!NAMES.contains(name)) {
      throw RefusedCallException.unknown(
          "There is no page '%s' here.".formatted(given),
          name,
          NAMES,
          "describe {\"what\": \"docs\"}");
    }
    List<String> wanted = wanted(name, sections(read(name)), word);
    List<String> shown = new ArrayList<>();
    int characters = 0;
    for (String section : wanted) {
      characters += section.length();
      if (!shown.isEmpty() && characters > MOST_CHARACTERS) {
        break;
      }
      shown.add(section);
    }
    ObjectNode page =
        JSON.createObjectNode().put("name", name).put("text", String.join("", shown).strip());
    ArrayNode rest = page.putArray("sections_left");
    wanted.stream().skip(shown.size()).map(ServedPages::heading).forEach(rest::add);
    return rest.isEmpty()
        ? page
        : page.put(
            "more",
            "describe {\"what\": \"docs\", \"name\": \"%s\", \"word\": \"%s\"}"
                .formatted(name, rest.get(0).asText()));
  }

  private static List<String> wanted(String page, List<String> sections, Optional<String> word) {
    if (word.isEmpty()) {
      return sections;
    }
    String asked = word.get();
    List<String> named =
        sections.stream()
            .filter(each -> StringUtils.containsIgnoreCase(heading(each), asked))
            .toList();
    List<String> wanted =
        named.isEmpty()
            ? sections.stream().filter(each -> StringUtils.containsIgnoreCase(each, asked)).toList()
            : named;
    if (wanted.isEmpty()) {
      throw RefusedCallException.unknown(
          "The page '%s' has no section with '%s'.".formatted(page, asked),
          asked,
          sections.stream().skip(1).map(ServedPages::heading).toList(),
          "leave out 'word'");
    }
    return wanted;
  }

  private static String heading(String section) {
    return section.lines().findFirst().orElse("").replaceFirst("^#+ ", "").strip();
  }

  /** What stands before the first heading of a section, then the sections. */
  private static List<String> sections(String text) {
    List<StringBuilder> sections = new ArrayList<>(List.of(new StringBuilder()));
    boolean code = false;
    for (String line : text.lines().toList()) {
      code ^= line.startsWith("```");
      if (!code && line.startsWith(HEADING)) {
        sections.add(new StringBuilder());
      }
      sections.get(sections.size() - 1).append(line).append('\n');
    }
    return sections.stream().map(StringBuilder::toString).collect(Collectors.toList());
  }
}
