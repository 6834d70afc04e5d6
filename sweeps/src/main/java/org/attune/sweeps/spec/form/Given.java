package org.attune.sweeps.spec.form;

import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Domain;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A value that the sweep file gives, and the place to name in messages about it.
 *
 * @param problems collects the messages
 * @param path its dotted key; empty for the file
 */
public record Given(Problems problems, Node node, String path) {

  /**
   * A key with its value in a mapping whose keys the user chooses.
   *
   * @param name the key's own place
   */
  public record Member(String key, Given name, Given value) {

    /** Reports what is wrong with the key. */
    public void refuse(String why) {
      name.refuse(why);
    }
  }

  /**
   * Reports what is wrong with the value.
   *
   * @return nothing, which a reader of the value returns
   */
  public <T> Optional<T> refuse(String why) {
    problems.add(node, path, why);
    return Optional.empty();
  }

  /** A scalar's text; reports a problem if the value is not a scalar or is empty. */
  public Optional<String> text() {
    if (!(node instanceof ScalarNode scalar)) {
      return refuse("must be a single value, not " + kind());
    }
    if (node.getTag().equals(Tag.NULL) || scalar.getValue().isEmpty()) {
      return refuse("has no value; give it one, or remove the key");
    }
    return Optional.of(scalar.getValue());
  }

  /** A scalar in the canonical spelling of a domain; reports a problem if it lies outside. */
  public Optional<String> text(Domain domain) {
    return text().flatMap(text -> canonical(domain, text));
  }

  /** A text that stands here, in the canonical spelling of a domain. */
  public Optional<String> canonical(Domain domain, String text) {
    if (domain instanceof Domain.Choice choice && !choice.names().contains(text)) {
      return refuse(choice.refusal(text, Listing.of(path)));
    }
    try {
      return Optional.of(domain.canonical(text));
    } catch (IllegalArgumentException invalid) {
      return refuse(invalid.getMessage());
    }
  }

  /** Reports a problem if the value is not a mapping. */
  public Optional<MappingNode> mapping() {
    return mapping("");
  }

  /**
   * Reports a problem if the value is not a mapping.
   *
   * @param remedy what to write, after the reason; may be empty
   */
  public Optional<MappingNode> mapping(String remedy) {
    if (node instanceof MappingNode mapping) {
      return Optional.of(mapping);
    }
    return refuse("must be a mapping, not " + kind() + remedy);
  }

  /** The entries of a mapping; none of another value. */
  public List<Member> entries() {
    return node instanceof MappingNode mapping
        ? mapping.getValue().stream()
            .map(
                tuple -> {
                  String key = Document.key(tuple);
                  Given name = new Given(problems, tuple.getKeyNode(), Document.join(path, key));
                  return new Member(
                      key, name, new Given(problems, tuple.getValueNode(), name.path));
                })
            .toList()
        : List.of();
  }

  /** A mapping's entry of a key; empty if there is none. */
  public Optional<Member> entry(String key) {
    return entries().stream().filter(entry -> entry.key().equals(key)).findFirst();
  }

  /** The elements of a list; none of another value. */
  public List<Given> elements() {
    return node instanceof SequenceNode list
        ? list.getValue().stream().map(element -> new Given(problems, element, path)).toList()
        : List.of();
  }

  /** An element of a list, with its number in messages. */
  public Given numbered(int number) {
    return as("%s[%d]".formatted(path, number));
  }

  /** This value under another key in messages. */
  public Given as(String key) {
    return new Given(problems, node, key);
  }

  /** The kind of YAML node, in words. */
  public String kind() {
    return switch (node.getNodeId()) {
      case mapping -> "a mapping";
      case sequence -> "a list";
      default -> "a single value";
    };
  }
}
