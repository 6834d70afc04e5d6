package org.attune.sweeps.spec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.sweeps.command.ProgramVariables;
import org.attune.sweeps.command.SecretSource;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the variables of a program: {@code environment} and {@code inherit}. */
final class VariablesReader {

  static final String SECRET = "secret";
  static final String SECRET_FILE = "secret-file";
  static final Set<String> KEYS = new LinkedHashSet<>(List.of(SECRET, SECRET_FILE));

  private final Problems problems;
  private final String path;
  private final SortedMap<String, String> values = new TreeMap<>();
  private final SortedMap<String, SecretSource> secrets = new TreeMap<>();
  private final Set<String> inherited = new TreeSet<>();

  /**
   * @param path of the section that contains both keys
   */
  VariablesReader(Problems problems, String path) {
    this.problems = problems;
    this.path = path;
  }

  ProgramVariables variables() {
    return new ProgramVariables(values, new TreeSet<>(secrets.keySet()), new TreeSet<>(inherited));
  }

  SortedMap<String, SecretSource> secrets() {
    return secrets;
  }

  /** Reads an entry of {@code environment}. */
  void read(NodeTuple entry) {
    String name = Document.key(entry);
    String at = path + ".environment." + name;
    if (!isName(name, entry.getKeyNode(), at)) {
      return;
    }
    if (entry.getValueNode() instanceof MappingNode mapping) {
      readSecret(name, mapping, at);
      return;
    }
    Fields.text(problems, entry.getValueNode(), at)
        .ifPresent(
            value -> {
              if (value.contains("\n") || value.contains("\r")) {
                problems.add(entry.getValueNode(), at, "must be one line");
              } else {
                values.put(name, value);
              }
            });
  }

  private boolean isName(String name, Node node, String at) {
    if (!name.matches(ProgramVariables.NAME)) {
      problems.add(node, at, "'" + name + "' is no name of a variable");
      return false;
    }
    if (ProgramVariables.isOfTheCluster(name)) {
      problems.add(node, at, name + " is the cluster's own secret, which no program gets");
      return false;
    }
    return true;
  }

  private void readSecret(String name, MappingNode mapping, String at) {
    Fields fields = new Fields(problems, at, mapping, KEYS);
    if (fields.node(SECRET).isPresent() == fields.node(SECRET_FILE).isPresent()) {
      problems.add(
          mapping,
          at,
          "says one of secret, which names a variable of your shell, and secret-file, which names"
              + " a file");
      return;
    }
    fields
        .text(SECRET)
        .filter(variable -> isName(variable, fields.node(SECRET).orElseThrow(), at + "." + SECRET))
        .ifPresent(variable -> secrets.put(name, new SecretSource.Variable(variable)));
    fields.text(SECRET_FILE).ifPresent(file -> secrets.put(name, new SecretSource.File(file)));
  }

  /** Reads {@code inherit}: a list of names, or of name prefixes followed by {@code *}. */
  void readInherited(Node node) {
    String at = path + ".inherit";
    if (!(node instanceof SequenceNode list)) {
      problems.add(
          node, at, "must be a list of variables, such as [HF_HOME], not " + Fields.kind(node));
      return;
    }
    for (Node item : list.getValue()) {
      Fields.text(problems, item, at)
          .filter(name -> isName(name.endsWith("*") ? cut(name) : name, item, at))
          .ifPresent(inherited::add);
    }
  }

  private static String cut(String pattern) {
    return pattern.substring(0, pattern.length() - 1);
  }
}
