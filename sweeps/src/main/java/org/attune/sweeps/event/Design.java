package org.attune.sweeps.event;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.Settings;
import org.attune.sweeps.identity.CanonicalAxes;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.identity.SpecText;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;

/**
 * How a sweep chooses its cells and the seeds of each. Statistics read it: a test that takes the
 * cells as given holds only if results did not choose them.
 *
 * @param method the search's name
 * @param looksAtResults whether results choose the cells, or which cells get further seeds
 * @param exhaustive whether every cell of the file runs. Otherwise the number of trials also
 *     decides which cells there are
 * @param settings of the search, by key
 * @param stopsEarly whether a rule may end trials early
 * @param replicates seeds per cell; empty if unknown
 * @param words keys whose values are words, although one at least looks like a number; empty in
 *     headers of earlier versions
 * @param heldOut what each replicate is validated and judged on that no other need be, such as
 *     {@code new examples of this task}; empty if all replicates share the held-out examples, as in
 *     sweeps of earlier versions, or if a user's program chooses them
 * @param axes the keys that the file varies; empty in headers of earlier versions, whose text says
 *     them
 */
public record Design(
    String method,
    boolean looksAtResults,
    boolean exhaustive,
    SortedMap<String, String> settings,
    boolean stopsEarly,
    Optional<Replicates> replicates,
    SortedSet<String> words,
    Optional<String> heldOut,
    Optional<CanonicalAxes> axes) {

  /** The setting that says how many cells the search draws. */
  private static final String TRIALS = "trials";

  public Design {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    words = Collections.unmodifiableSortedSet(new TreeSet<>(words));
  }

  /**
   * The design of a spec's canonical text, for journals of earlier versions and for repairs, which
   * have no other record of it. A method of a jar's counts as one that looks at results.
   */
  public static Design ofText(String specText) {
    SpecText text = SpecText.of(specText);
    String[] parts = text.value("search").orElse("").split(", ");
    SortedMap<String, String> settings = new TreeMap<>();
    for (int i = 1; i < parts.length; i++) {
      int blank = parts[i].indexOf(' ');
      settings.put(
          blank < 0 ? parts[i] : parts[i].substring(0, blank), parts[i].substring(blank + 1));
    }
    String name = parts[0];
    Optional<SearchMethod> method =
        name.isEmpty()
            ? Optional.of(SearchMethods.standard())
            : Choosable.find(SearchMethods.builtIn(), name);
    return new Design(
        name,
        method.map(known -> known.looksAtResults(new Settings(settings))).orElse(true),
        method.map(SearchMethod::exhaustive).orElse(false),
        settings,
        !text.values("stop").isEmpty(),
        Replicates.in(specText),
        new TreeSet<>(),
        Optional.empty(),
        Optional.empty());
  }

  /** This design, with the words that the parameters of a sweep declare. */
  Design declaredBy(ParameterTree tree) {
    SortedSet<String> declared = new TreeSet<>();
    for (String key : tree.keys()) {
      boolean looksLikeNumber =
          tree.parameters(key).stream()
              .map(Parameter::domain)
              .anyMatch(
                  domain ->
                      domain instanceof Domain.Choice choice
                          && choice.names().stream()
                              .anyMatch(word -> Numbers.real(word).isPresent()));
      if (looksLikeNumber) {
        declared.add(key);
      }
    }
    return with(looksAtResults, stopsEarly, declared, heldOut);
  }

  /** This design after another one: cells that results chose stay in the sweep. */
  Design following(Design before) {
    return with(
        looksAtResults || before.looksAtResults, stopsEarly || before.stopsEarly, words, heldOut);
  }

  /** This design, with these words for what replicates are judged on. */
  Design judgedOn(Optional<String> examples) {
    return with(looksAtResults, stopsEarly, words, examples);
  }

  private Design with(
      boolean looks, boolean stops, SortedSet<String> declared, Optional<String> examples) {
    return new Design(
        method, looks, exhaustive, settings, stops, replicates, declared, examples, axes);
  }

  /** Returns, in a sentence, what an interval over the sweep's seeds covers. */
  public String coverage() {
    return heldOut
        .map("Intervals are for new seeds and %s."::formatted)
        .orElse(
            "Intervals are for new seeds alone: seeds share their held-out examples, unless a"
                + " program draws its own.");
  }

  /**
   * What decides, beside the axes, which cells a blind search draws: its method, its settings and
   * its number of trials. Empty if every cell runs, or if results choose cells.
   *
   * @param cells number of cells that the budget allows
   */
  Optional<String> draw(long cells) {
    if (exhaustive || looksAtResults) {
      return Optional.empty();
    }
    Map<String, String> complete = new TreeMap<>(settings);
    complete.putIfAbsent(TRIALS, String.valueOf(cells));
    return Optional.of(method + " " + complete);
  }
}
