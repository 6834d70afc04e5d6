package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Spelling;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads the declaration of one parameter of a program: {@code {real: [1e-5, 1], default: 1e-3}},
 * {@code {integer: [1, 8]}}, {@code {choice: [adam, sgd]}}, {@code {flag: false}} or {@code {text:
 * data.csv}}.
 */
record DeclaredParameter(Problems problems, String path) {

  private static final List<String> KINDS = List.of("real", "integer", "choice", "flag", "text");
  private static final String DEFAULT = "default";

  /** All keys that a declaration may have. */
  static final Set<String> KEYS = keys();

  private static Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>(KINDS);
    keys.add(DEFAULT);
    return keys;
  }

  Optional<Parameter> read(String key, NodeTuple entry) {
    List<NodeTuple> said =
        entry.getValueNode() instanceof MappingNode mapping ? mapping.getValue() : List.of();
    List<NodeTuple> kinds =
        said.stream().filter(one -> !Document.key(one).equals(DEFAULT)).toList();
    if (kinds.size() != 1 || !KINDS.contains(Document.key(kinds.get(0)))) {
      problems.add(
          kinds.isEmpty() ? entry.getValueNode() : kinds.get(0).getKeyNode(),
          path,
          ("must say one of %s, and 'default' if need be, such as {real: [1e-5, 1], default:"
                  + " 1e-3}%s")
              .formatted(
                  String.join(", ", KINDS),
                  kinds.isEmpty() ? "" : Spelling.hint(Document.key(kinds.get(0)), KINDS)));
      return Optional.empty();
    }
    String kind = Document.key(kinds.get(0));
    Node of = kinds.get(0).getValueNode();
    Optional<Domain> domain = domain(kind, of);
    Optional<String> first = domain.flatMap(d -> first(kind, of));
    Optional<NodeTuple> given =
        said.stream().filter(one -> Document.key(one).equals(DEFAULT)).findFirst();
    if (given.isPresent() && (kind.equals("flag") || kind.equals("text"))) {
      problems.add(
          given.get().getKeyNode(), path, "'%s: VALUE' is its default already".formatted(kind));
      return Optional.empty();
    }
    if (domain.isEmpty() || first.isEmpty()) {
      return Optional.empty();
    }
    return given
        .map(node -> Fields.text(problems, node.getValueNode(), path + ".default"))
        .orElse(first)
        .flatMap(value -> canonical(domain.get(), value, given.map(NodeTuple::getValueNode), of))
        .map(value -> parameter(key, domain.get(), value));
  }

  private static Parameter parameter(String key, Domain domain, String standard) {
    String column = key.replace('.', '_').replace('-', '_');
    return new Parameter(key, column, domain, standard, "", "");
  }

  private Optional<String> canonical(
      Domain domain, String value, Optional<Node> given, Node otherwise) {
    try {
      return Optional.of(domain.canonical(value));
    } catch (IllegalArgumentException invalid) {
      problems.add(given.orElse(otherwise), path, invalid.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Domain> domain(String kind, Node of) {
    return switch (kind) {
      case "real" ->
          ends(of, Numbers::real).map(ends -> Domain.RealRange.closed(ends.get(0), ends.get(1)));
      case "integer" ->
          ends(of, Numbers::integer).map(ends -> new Domain.IntegerRange(ends.get(0), ends.get(1)));
      case "choice" -> choice(of);
      case "flag" -> Optional.of(new Domain.Flag());
      default -> Optional.of(new Domain.Text("(?s).+", "a text"));
    };
  }

  /** The default when the declaration gives none. */
  private Optional<String> first(String kind, Node of) {
    return kind.equals("flag") || kind.equals("text")
        ? Fields.text(problems, of, path + "." + kind)
        : Fields.text(problems, ((SequenceNode) of).getValue().get(0), path + "." + kind);
  }

  private interface Reading<T> {
    Optional<T> of(String text);
  }

  private <T extends Comparable<T>> Optional<List<T>> ends(Node of, Reading<T> reading) {
    List<Node> nodes = of instanceof SequenceNode list ? list.getValue() : List.of();
    List<T> ends = new ArrayList<>();
    for (Node node : nodes) {
      Fields.text(problems, node, path).flatMap(reading::of).ifPresent(ends::add);
    }
    if (nodes.size() != 2 || ends.size() != 2 || ends.get(0).compareTo(ends.get(1)) >= 0) {
      problems.add(of, path, "must be [least, most], two numbers in rising order");
      return Optional.empty();
    }
    return Optional.of(ends);
  }

  private Optional<Domain> choice(Node of) {
    List<Node> nodes = of instanceof SequenceNode list ? list.getValue() : List.of();
    List<String> names =
        nodes.stream()
            .flatMap(node -> Fields.text(problems, node, path).stream())
            .distinct()
            .collect(Collectors.toList());
    if (names.isEmpty() || names.size() != nodes.size()) {
      problems.add(of, path, "must be a list of different words, such as [adam, sgd]");
      return Optional.empty();
    }
    return Optional.of(new Domain.Choice(names));
  }
}
