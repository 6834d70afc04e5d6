package org.attune.sweeps.spec.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.attune.sweeps.stopping.StoppingRules;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads choices by name with their settings: a search method, stopping rules. */
final class ChoiceReader {

  private static final String METHOD = "method";

  /** Lists search methods and stopping rules with their settings. */
  private static final String METHODS = "'attune list methods'";

  private ChoiceReader() {}

  /**
   * Reads {@code search: {method: NAME, setting: value}}; empty if the name is wrong.
   *
   * @param standard the default for a section that names no method
   */
  static Optional<Chosen> method(
      Given section, List<? extends Choosable> among, Choosable standard) {
    Optional<Given> method = section.entry(METHOD).map(Given.Member::value);
    if (method.isEmpty()) {
      return Optional.of(chosen(section, standard, List.of()));
    }
    if (method.get().node() instanceof ScalarNode word
        && Choosable.find(StoppingRules.all(), word.getValue()).isPresent()) {
      return method
          .get()
          .refuse(
              "'%s' is a stopping rule; write stop: {%1$s: {}}, beside any search"
                  .formatted(word.getValue()));
    }
    return Form.oneOf(names(among))
        .in(method.get())
        .flatMap(word -> Choosable.find(among, word))
        .map(one -> chosen(section, one, List.of(method(one))));
  }

  /** The schema of {@link #method}. */
  static Map<String, Object> methods(List<? extends Choosable> among, Choosable standard) {
    List<Form<?>> methods = new ArrayList<>();
    for (Choosable one : among) {
      boolean named = !one.name().equals(standard.name());
      List<Key<?>> keys = new ArrayList<>(settings(one));
      keys.add(named ? method(one).required("") : method(one));
      methods.add(new Form<>(Key.object(keys), Optional::of));
    }
    return Form.either(methods.toArray(Form[]::new)).schema();
  }

  private static Key<?> method(Choosable one) {
    return new Key<>(METHOD, new Form<>(Map.of("const", one.name()), Given::text), one.describes());
  }

  /** Reads {@code stop: {NAME: {setting: value}, ...}}, in the file's order. */
  static List<Chosen> named(Given section, List<? extends Choosable> among) {
    List<Chosen> chosen = new ArrayList<>();
    List<String> names = names(among);
    for (Given.Member entry : section.entries()) {
      Optional<? extends Choosable> one = Choosable.find(among, entry.key());
      if (one.isEmpty()) {
        entry.refuse(
            Choosable.find(SearchMethods.all(), entry.key()).isPresent()
                ? "'%s' is a search method; write search: {method: %1$s}".formatted(entry.key())
                : "must be one of "
                    + ShortList.near(entry.key(), names, METHODS)
                    + Spelling.hint(entry.key(), names));
      } else if (entry.value().node() instanceof MappingNode) {
        chosen.add(chosen(entry.value(), one.get(), List.of()));
      } else {
        entry
            .value()
            .refuse(
                "must be a mapping of its settings, not %s; for the defaults write {}"
                    .formatted(entry.value().kind()));
      }
    }
    return chosen;
  }

  /** The schema of {@link #named}. */
  static Map<String, Object> named(List<? extends Choosable> among) {
    List<Key<?>> keys = new ArrayList<>();
    for (Choosable one : among) {
      Form<?> settings = new Form<>(Key.object(settings(one)), Optional::of);
      keys.add(new Key<>(one.name(), settings, one.describes()));
    }
    return Key.object(keys);
  }

  private static Chosen chosen(Given section, Choosable choosable, List<Key<?>> besides) {
    List<String> names = choosable.settings().stream().map(Setting::name).toList();
    List<Key<?>> keys = new ArrayList<>(besides);
    keys.addAll(settings(choosable));
    Fields fields = Key.fields(section, keys, key -> unknown(key, names, choosable));
    Map<String, String> values = new HashMap<>();
    boolean complete = true;
    for (Setting setting : choosable.settings()) {
      Key<String> key = key(setting);
      Optional<String> value = key.in(fields);
      value.ifPresent(text -> values.put(setting.name(), text));
      complete &= value.isPresent() || !key.isIn(fields) && !setting.required();
      if (setting.required() && !key.isIn(fields)) {
        key.at(fields)
            .refuse(
                "is missing, and %s needs it; give %s (%s)"
                    .formatted(choosable.name(), setting.domain().describe(), setting.describes()));
      }
    }
    return new Chosen(choosable.name(), complete ? Settings.of(choosable, values) : Settings.NONE);
  }

  /** Keys of its settings; an editor asks for none, since {@code --set} may give them. */
  private static List<Key<?>> settings(Choosable choosable) {
    return choosable.settings().stream().<Key<?>>map(ChoiceReader::key).toList();
  }

  private static Key<String> key(Setting setting) {
    return new Key<>(setting.name(), Form.of(setting.domain()), setting.describes());
  }

  private static String unknown(String key, List<String> names, Choosable choosable) {
    String has = names.isEmpty() ? "it has none" : "it has " + ShortList.near(key, names, METHODS);
    return "is not a setting of %s; %s%s (%s: %s)"
        .formatted(
            choosable.name(),
            has,
            Spelling.hint(key, names),
            choosable.name(),
            choosable.describes());
  }

  private static List<String> names(List<? extends Choosable> among) {
    return among.stream().<String>map(Choosable::name).toList();
  }
}
