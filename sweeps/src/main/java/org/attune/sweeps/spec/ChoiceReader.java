package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.catalog.Spelling;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;

/** Reads choices by name with their settings: a search method, stopping rules. */
final class ChoiceReader {

  static final String METHOD = "method";

  private final Problems problems;

  ChoiceReader(Problems problems) {
    this.problems = problems;
  }

  /**
   * Reads {@code search: {method: NAME, setting: value}}; empty if the name is wrong.
   *
   * @param standard the default for a section that names no method
   */
  Optional<Chosen> method(
      String path, MappingNode section, List<? extends Choosable> among, Choosable standard) {
    Optional<NodeTuple> method =
        section.getValue().stream().filter(t -> Document.key(t).equals(METHOD)).findFirst();
    if (method.isEmpty()) {
      Settings settings = settings(path, section, section.getValue(), standard);
      return Optional.of(new Chosen(standard.name(), settings));
    }
    Fields fields =
        new Fields(
            problems,
            path,
            new MappingNode(
                section.getTag(),
                true,
                List.of(method.get()),
                section.getStartMark(),
                section.getEndMark(),
                section.getFlowStyle()),
            Set.of(METHOD));
    Set<String> names = new LinkedHashSet<>(among.stream().map(Choosable::name).toList());
    return fields
        .word(METHOD, names)
        .flatMap(word -> Choosable.find(among, word))
        .map(
            chosen ->
                new Chosen(
                    chosen.name(),
                    settings(
                        path,
                        section,
                        section.getValue().stream().filter(t -> t != method.get()).toList(),
                        chosen)));
  }

  /** Reads {@code stop: {NAME: {setting: value}, ...}}, in the file's order. */
  List<Chosen> named(String path, MappingNode section, List<? extends Choosable> among) {
    List<Chosen> chosen = new ArrayList<>();
    for (NodeTuple entry : section.getValue()) {
      String name = Document.key(entry);
      String place = Document.join(path, name);
      Optional<? extends Choosable> one = Choosable.find(among, name);
      if (one.isEmpty()) {
        List<String> names = among.stream().map(Choosable::name).toList();
        problems.add(
            entry.getKeyNode(),
            place,
            "must be one of " + names(among) + Spelling.hint(name, names));
      } else if (entry.getValueNode() instanceof MappingNode mapping) {
        chosen.add(new Chosen(name, settings(place, mapping, mapping.getValue(), one.get())));
      } else {
        problems.add(
            entry.getValueNode(),
            place,
            "must be a mapping of its settings, not %s; for the defaults write {}"
                .formatted(Fields.kind(entry.getValueNode())));
      }
    }
    return chosen;
  }

  private Settings settings(
      String path, MappingNode section, List<NodeTuple> tuples, Choosable of) {
    Map<String, NodeTuple> given = new HashMap<>();
    List<String> names = of.settings().stream().map(Setting::name).toList();
    for (NodeTuple tuple : tuples) {
      String key = Document.key(tuple);
      if (names.contains(key)) {
        given.put(key, tuple);
      } else {
        problems.add(tuple.getKeyNode(), Document.join(path, key), unknown(key, names, of));
      }
    }
    Map<String, String> values = new HashMap<>();
    boolean complete = true;
    for (Setting setting : of.settings()) {
      String place = Document.join(path, setting.name());
      NodeTuple tuple = given.get(setting.name());
      if (tuple != null) {
        Optional<String> value = value(setting, tuple, place);
        value.ifPresent(text -> values.put(setting.name(), text));
        complete &= value.isPresent();
      } else if (setting.required()) {
        problems.add(
            section,
            place,
            "is missing; %s needs it: %s, %s"
                .formatted(of.name(), setting.describes(), setting.domain().describe()));
        complete = false;
      }
    }
    return complete ? Settings.of(of, values) : Settings.NONE;
  }

  private Optional<String> value(Setting setting, NodeTuple tuple, String place) {
    return Fields.text(problems, tuple.getValueNode(), place)
        .flatMap(
            text -> {
              try {
                return Optional.of(setting.domain().canonical(text));
              } catch (IllegalArgumentException invalid) {
                problems.add(tuple.getValueNode(), place, invalid.getMessage());
                return Optional.empty();
              }
            });
  }

  private static String unknown(String key, List<String> names, Choosable of) {
    String has = names.isEmpty() ? "it has none" : "it has " + String.join(", ", names);
    return "is no setting of %s; %s%s. %s is: %s"
        .formatted(of.name(), has, Spelling.hint(key, names), of.name(), of.describes());
  }

  private static String names(List<? extends Choosable> among) {
    return String.join(", ", among.stream().map(Choosable::name).toList());
  }
}
