package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an agent may read before it proposes: what can be varied, and the pages of the manual. */
record LabTopics(Commands commands) {

  static final List<String> KINDS = List.of("axes", "tasks", "methods", "formulas", "docs");
  private static final String DOCS = "docs";
  private static final String FORMULAS = "formulas";

  /**
   * What may be varied, or a page of the documentation.
   *
   * @param name of one of them
   * @param word show only lines or sections with it
   */
  JsonNode describe(String what, Optional<String> name, Optional<String> word) throws IOException {
    if (!KINDS.contains(what)) {
      throw RefusedCallException.unknown(
          "Invalid what '%s'; it must be one of %s".formatted(what, String.join(", ", KINDS)),
          what,
          KINDS,
          "describe {\"what\": \"axes\"}");
    }
    if (what.equals(DOCS)) {
      return name.isPresent() || word.isPresent()
          ? ServedPages.page(name.orElse(ServedPages.NAMES.get(0)), word)
          : ServedPages.list();
    }
    boolean formulas = what.equals(FORMULAS);
    List<String> words = new ArrayList<>(List.of("list", formulas ? "axes" : what));
    (formulas ? Optional.of("formula") : word).ifPresent(words::add);
    Commands.Answer answer = commands.run(words);
    if (answer.refused()) {
      return answer.json();
    }
    ListedKeys listed = new ListedKeys(what, answer.json());
    return name.isPresent()
        ? listed.named(name.get())
        : word.isPresent() ? listed.with(formulas ? word.get() : "") : listed.top();
  }
}
