package org.attune.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Forges one value or name of a JSON text. */
record ForgedJson(Random random, Path outside) {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** A copy of a tree with a forged value or name somewhere. */
  JsonNode in(JsonNode tree) {
    JsonNode copy = tree.deepCopy();
    List<JsonNode> inner = new ArrayList<>();
    collect(copy, inner);
    if (inner.isEmpty()) {
      return value(copy);
    }
    JsonNode node = inner.get(random.nextInt(inner.size()));
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      switch (random.nextInt(8)) {
        case 0 -> object.remove(name);
        case 1 -> object.set(text(), object.remove(name));
        case 2 -> object.set(text(), value(object.get(name)));
        default -> object.set(name, value(object.get(name)));
      }
    } else if (node instanceof ArrayNode array) {
      int at = random.nextInt(array.size());
      array.set(at, value(array.get(at)));
    }
    return copy;
  }

  private static void collect(JsonNode node, List<JsonNode> to) {
    if (node.isContainerNode() && !node.isEmpty()) {
      to.add(node);
      node.forEach(child -> collect(child, to));
    }
  }

  /** Mostly of the kind of what it replaces, so that readers get far. */
  private JsonNode value(JsonNode before) {
    if (random.nextInt(6) == 0) {
      return odd();
    }
    return before.isNumber() ? number() : before.isTextual() ? NODES.textNode(text()) : odd();
  }

  private JsonNode odd() {
    return switch (random.nextInt(8)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.arrayNode();
      case 2 -> NODES.objectNode();
      case 3 -> NODES.booleanNode(true);
      case 4 -> deep(900);
      case 5 -> NODES.objectNode().put(text(), text());
      case 6 -> number();
      default -> NODES.textNode(text());
    };
  }

  private static JsonNode deep(int levels) {
    JsonNode node = NODES.nullNode();
    for (int i = 0; i < levels; i++) {
      node = NODES.arrayNode().add(node);
    }
    return node;
  }

  private JsonNode number() {
    long[] whole = {
      -1,
      0,
      1,
      2,
      999_999_999,
      1L << 53,
      Integer.MAX_VALUE,
      Integer.MIN_VALUE,
      Long.MAX_VALUE,
      Long.MIN_VALUE
    };
    int at = random.nextInt(whole.length + 2);
    return at < whole.length
        ? NODES.numberNode(whole[at])
        : NODES.numberNode(at == whole.length ? 1e308 : -1e-308);
  }

  /** A text that is something else for a terminal, a path, a shell, a spreadsheet or a parser. */
  String text() {
    List<String> texts =
        List.of(
            "\u001b[2J\u001b]0;owned\u0007",
            "\u009b2J",
            "a\nb\rc\u2028d",
            "\u202Etxt.exe",
            "\u0000",
            "",
            " ",
            "..",
            ".",
            "../../outside/thesis.tex",
            outside.resolve("thesis.tex").toString(),
            "/dev/zero",
            "checkpoints/../../../outside/thesis.tex",
            "checkpoints/../journal/000001.log",
            "journal/000001.log",
            "epochs/000001",
            "tables/results/../../../../outside/1-1.parquet",
            "tables/manifests/1-1.json",
            "touch " + outside.resolve("ran"),
            "x'; .shell touch " + outside.resolve("ran") + ";--",
            "$(touch " + outside.resolve("ran") + ")",
            "=cmd|'/C calc'!A0",
            "x;=1+1",
            "${jndi:ldap://127.0.0.1/x}",
            "${env:HOME}",
            "</script><script>alert(1)</script>",
            "%s%n%d",
            "NaN",
            "1e999",
            "-rf",
            "finished",
            "failed",
            "MAXIMIZE",
            "opened",
            "(a+)+$",
            "日本語",
            "\uD800",
            "x".repeat(100_000),
            "[".repeat(5_000));
    return texts.get(random.nextInt(texts.size()));
  }
}
