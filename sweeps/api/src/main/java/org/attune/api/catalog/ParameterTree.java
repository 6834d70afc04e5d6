package org.attune.api.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A catalog's parameters by key, each with the options that own it.
 *
 * <p>Several options of one choice may own one key, as every kind of ridge owns {@code
 * attention.weights.lambda}; its column is the same in all of them.
 *
 * <pre>{@code
 * Parameter beta = Parameter.real("optimizer.beta", "beta", 0, 1, 0.9, "decay of the mean");
 * Option sgd = Option.of("sgd", "plain steps", "");
 * Option adam = Option.of("adam", "scaled steps", "", beta);
 * Parameter optimizer =
 *     Parameter.choice("optimizer", "optimizer", "the update rule", List.of(sgd, adam));
 * ParameterTree.complete(optimizer, Map.of("optimizer.beta", "0.5")); // {optimizer=sgd}
 * ParameterTree.complete(optimizer, Map.of("optimizer", "adam")); // {optimizer=adam, optimizer.beta=0.9}
 * }</pre>
 */
public final class ParameterTree {

  /** More keys that end alike are no help to someone who gave their last word. */
  private static final int MOST_MEANT = 4;

  /** The owner of a parameter: {@code option} of {@code choice}. */
  public record Owner(Parameter choice, String option) {}

  private final List<Parameter> roots;
  private final Map<String, Parameter> byKey = new LinkedHashMap<>();
  private final Map<String, List<Owner>> owners = new HashMap<>();

  private ParameterTree(List<Parameter> roots) {
    this.roots = List.copyOf(roots);
  }

  /**
   * Indexes a catalog's parameters.
   *
   * @throws IllegalArgumentException if the catalog is inconsistent: a duplicate key or column, or
   *     a default outside its domain
   */
  static ParameterTree of(List<Parameter> roots) {
    ParameterTree tree = new ParameterTree(roots);
    Map<String, String> keyOfColumn = new HashMap<>();
    for (Parameter parameter : tree.roots) {
      tree.add(parameter, Optional.empty(), keyOfColumn);
    }
    return tree;
  }

  private void add(Parameter parameter, Optional<Owner> owner, Map<String, String> keyOfColumn) {
    String key = parameter.key();
    Parameter twin = byKey.putIfAbsent(key, parameter);
    boolean sameChoice =
        owner.isPresent()
            && owners.containsKey(key)
            && owners.get(key).get(0).choice().key().equals(owner.get().choice().key());
    if (twin != null && !(sameChoice && twin.column().equals(parameter.column()))) {
      throw new IllegalArgumentException("Invalid catalog: key '" + key + "' is there twice");
    }
    String other = keyOfColumn.putIfAbsent(parameter.column(), key);
    if (other != null && !other.equals(key)) {
      throw new IllegalArgumentException(
          "Invalid catalog: '%s' and '%s' have the same column '%s'"
              .formatted(other, key, parameter.column()));
    }
    owner.ifPresent(o -> owners.computeIfAbsent(key, k -> new ArrayList<>()).add(o));
    checkDefault(parameter);
    for (Parameter.Option option : parameter.options()) {
      for (Parameter child : option.parameters()) {
        add(child, Optional.of(new Owner(parameter, option.name())), keyOfColumn);
      }
    }
  }

  private static void checkDefault(Parameter parameter) {
    try {
      parameter.domain().canonical(parameter.defaultValue());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Invalid catalog: the default of '%s': %s".formatted(parameter.key(), e.getMessage()));
    }
  }

  /** Every key, including those of options' parameters, in the catalog's order. */
  public Set<String> keys() {
    return Collections.unmodifiableSet(byKey.keySet());
  }

  /** The parameter with this key; the first if several options have it. */
  public Optional<Parameter> parameter(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /**
   * The parameter with this key that applies under some settings: {@code task.loss} of the task
   * they name, where several tasks have one. The first with this key if none applies.
   */
  public Optional<Parameter> parameter(String key, Map<String, String> settings) {
    return owners(key).stream()
        .filter(owner -> owner.option().equals(value(owner.choice(), settings)))
        .flatMap(owner -> owner.choice().below(owner.option()).stream())
        .filter(parameter -> parameter.key().equals(key))
        .findFirst()
        .or(() -> parameter(key));
  }

  private static String value(Parameter parameter, Map<String, String> settings) {
    return settings.getOrDefault(parameter.key(), parameter.defaultValue());
  }

  /** The different parameters with this key: several options of a choice may each have one. */
  public List<Parameter> parameters(String key) {
    List<Owner> owners = owners(key);
    return owners.isEmpty()
        ? parameter(key).stream().toList()
        : owners.stream()
            .flatMap(owner -> owner.choice().below(owner.option()).stream())
            .filter(parameter -> parameter.key().equals(key))
            .distinct()
            .toList();
  }

  /** The options that own a parameter; empty for a parameter that every trial has. */
  public List<Owner> owners(String key) {
    return List.copyOf(owners.getOrDefault(key, List.of()));
  }

  /**
   * A parameter's name within its choice's braces: {@code fraction} for {@code
   * attention.query.fraction}.
   */
  public static String localName(Parameter choice, Parameter child) {
    String prefix = choice.key() + ".";
    return child.key().startsWith(prefix) ? child.key().substring(prefix.length()) : child.key();
  }

  /**
   * A key's column in the results table. A hole's is its formula's column and its name; a key that
   * the catalog does not know gives the column itself.
   */
  public String column(String key) {
    String end = parameter(key).isPresent() ? "" : key.substring(key.lastIndexOf('.') + 1);
    String formula =
        end.isEmpty() ? key : key.substring(0, Math.max(0, key.length() - end.length() - 1));
    return parameter(formula)
        .map(parameter -> end.isEmpty() ? parameter.column() : parameter.column() + "_" + end)
        .orElse(key.replace('.', '_').replace('-', '_'));
  }

  /** A clause about an unknown word in place of keys, columns or local names of parameters. */
  public String hint(String given, Collection<String> allowed) {
    return hint(byKey.values(), given, allowed);
  }

  /**
   * A clause about an unknown word: {@code "; 'lr' is called 'train.learning-rate' here"}, or that
   * of {@link Spelling#hint}.
   *
   * @param among parameters whose {@linkplain Traits#foreign foreign} words are known
   * @param given the word, or a dotted key that ends in it
   * @param allowed the allowed words, such as keys or local names
   */
  public static String hint(Collection<Parameter> among, String given, Collection<String> allowed) {
    String word = given.substring(given.lastIndexOf('.') + 1);
    String plain = word.toLowerCase(Locale.ROOT).replace('_', '-');
    for (Parameter parameter : among) {
      for (Traits.Foreign foreign : parameter.traits().foreign()) {
        if (!foreign.word().equals(plain)) {
          continue;
        }
        if (!foreign.note().isEmpty()) {
          return "; " + foreign.note();
        }
        Optional<String> known =
            allowed.stream().filter(name -> ("." + parameter.key()).endsWith("." + name)).findAny();
        if (known.isPresent()) {
          return "; '%s' is called '%s' here".formatted(word, known.get());
        }
      }
    }
    List<String> ends = allowed.stream().filter(name -> name.endsWith("." + given)).toList();
    return ends.isEmpty() || ends.size() > MOST_MEANT
        ? Spelling.hint(given, allowed)
        : "; did you mean '%s'?".formatted(String.join("' or '", ends));
  }

  /**
   * Fills in defaults except those of quiet parameters, makes values canonical, and drops
   * parameters that do not apply.
   */
  SortedMap<String, String> complete(Map<String, String> settings) {
    Set<String> unknown = new LinkedHashSet<>(settings.keySet());
    unknown.removeAll(byKey.keySet());
    if (!unknown.isEmpty()) {
      String first = unknown.iterator().next();
      throw new IllegalArgumentException(
          "Unknown parameter '" + first + "'" + hint(first, byKey.keySet()));
    }
    SortedMap<String, String> complete = new TreeMap<>();
    for (Parameter parameter : roots) {
      complete(parameter, settings, complete);
    }
    return complete;
  }

  /** Completes one parameter and the parameters below it, and drops all others. */
  public static SortedMap<String, String> complete(
      Parameter parameter, Map<String, String> settings) {
    SortedMap<String, String> complete = new TreeMap<>();
    complete(parameter, settings, complete);
    return complete;
  }

  private static void complete(
      Parameter parameter, Map<String, String> settings, SortedMap<String, String> complete) {
    if (parameter.quiet() && !settings.containsKey(parameter.key())) {
      return;
    }
    String given = settings.getOrDefault(parameter.key(), parameter.defaultValue());
    String value;
    try {
      value = parameter.domain().canonical(given);
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException(parameter.key() + ": " + invalid.getMessage(), invalid);
    }
    complete.put(parameter.key(), value);
    for (Parameter child : parameter.below(value)) {
      complete(child, settings, complete);
    }
  }
}
