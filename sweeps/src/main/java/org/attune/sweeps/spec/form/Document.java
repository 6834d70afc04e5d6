package org.attune.sweeps.spec.form;

import java.io.StringReader;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/** Parses YAML into nodes that know their lines, with size limits against YAML bombs. */
public final class Document {

  /** A sweep file fits on one screen; this allows a thousand screens. */
  public static final int MAX_CHARACTERS = 1 << 20;

  private static final int MAX_DEPTH = 20;

  private final Problems problems;

  public Document(Problems problems) {
    this.problems = problems;
  }

  /** The file's mapping; empty if a problem makes the rest unreadable. */
  public Optional<MappingNode> parse(String yaml) {
    if (yaml.length() > MAX_CHARACTERS) {
      problems.addAtStart(
          "",
          "the file has %,d characters; a sweep file may have %,d"
              .formatted(yaml.length(), MAX_CHARACTERS));
      return Optional.empty();
    }
    Node root;
    try {
      root = compose(yaml);
    } catch (MarkedYAMLException invalid) {
      YamlErrors.add(invalid, yaml, problems);
      return Optional.empty();
    } catch (YAMLException refused) {
      problems.addAtStart("", "this YAML is refused: " + refused.getMessage());
      return Optional.empty();
    }
    if (root instanceof MappingNode mapping) {
      checkKeys(mapping, "");
      return Optional.of(mapping);
    }
    problems.addAtStart(
        "", "the file must be a mapping that begins with 'sweep: NAME'; see attune schema");
    return Optional.empty();
  }

  /**
   * Parses YAML without aliases of lists and mappings: they let a small file expand to a huge one.
   * Aliases of words may not expand to more characters than a file may have.
   */
  public static Node compose(String yaml) {
    LoaderOptions limits = new LoaderOptions();
    limits.setMaxAliasesForCollections(0);
    limits.setNestingDepthLimit(MAX_DEPTH);
    limits.setCodePointLimit(MAX_CHARACTERS);
    // As class Yaml composes; but Yaml also loads java.beans, which a pack for a GPU lacks.
    StreamReader text = new StreamReader(new StringReader(yaml));
    Node all = new Composer(new ParserImpl(text, limits), new Resolver(), limits).getSingleNode();
    OpenBrackets.close(all);
    if (characters(all) > MAX_CHARACTERS) {
      throw new YAMLException(
          "with each alias written out it has more than %,d characters".formatted(MAX_CHARACTERS));
    }
    return all;
  }

  private static long characters(Node node) {
    if (node instanceof SequenceNode list) {
      return list.getValue().stream().mapToLong(Document::characters).sum();
    }
    if (node instanceof MappingNode mapping) {
      return mapping.getValue().stream()
          .mapToLong(tuple -> characters(tuple.getKeyNode()) + characters(tuple.getValueNode()))
          .sum();
    }
    return node instanceof ScalarNode scalar ? scalar.getValue().length() : 0; // none: no YAML
  }

  /** Refuses duplicate keys and keys that are not words, at every depth. */
  void checkKeys(Node node, String path) {
    if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(element -> checkKeys(element, path));
    } else if (node instanceof MappingNode mapping) {
      Set<String> seen = new HashSet<>();
      for (NodeTuple tuple : mapping.getValue()) {
        String key = key(tuple);
        if (!(tuple.getKeyNode() instanceof ScalarNode)) {
          problems.add(tuple.getKeyNode(), path, "a key must be a word, not a list or a mapping");
        } else if (!seen.add(key)) {
          problems.add(
              tuple.getKeyNode(), join(path, key), "this key is there twice; keep one of them");
        }
        checkKeys(tuple.getValueNode(), join(path, key));
      }
    }
  }

  public static String key(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  public static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
