package org.attune.sweeps.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.catalog.Numbers;

/**
 * Whether one spec contains another and adds to it, or goes on differently. More axis values, more
 * axes, more replicates and more trials contain the smaller sweep. Axes may also end or lose
 * values, and gain others at once: trials elsewhere stay as history. Another search method, other
 * stopping rules and another objective go on from the trials there are, and so does a longer
 * training.
 */
public final class SpecExtension {

  private static final Pattern SEEDS = Pattern.compile("(?:(\\d+) to )?(\\d+)( until decided)?");
  private static final Pattern TRIALS = Pattern.compile(", trials (\\d+)");

  private static final String METRIC = "objective.metric";
  private static final String GOAL = "objective.goal";
  private static final String STEPS = "train.steps";

  /** The lines that decide how a sweep goes on, but not which trials it has. */
  private static final Set<String> RULES = Set.of("search", "stop", METRIC, GOAL, "objectives");

  private SpecExtension() {}

  /**
   * The differences that keep one spec from extending another, formatted as in {@link
   * SpecDifference}; empty if it does.
   *
   * @param before canonical text of the spec that was run
   * @param after canonical text of the spec to run
   */
  public static String refusal(String before, String after) {
    SpecText was = SpecText.of(before);
    SpecText is = SpecText.of(after);
    TreeSet<String> keys = new TreeSet<>(was.keys());
    keys.addAll(is.keys());
    List<String> refused = new ArrayList<>();
    for (String key : keys) {
      List<String> old = was.all(key);
      List<String> now = is.all(key);
      boolean more =
          SpecText.isAxis(key)
              ? extendsAxis(SpecText.axis(key), was, is)
              : old.equals(now)
                  || extendsValue(key, old, now)
                  || free(was, is) && changesRules(key, was, is)
                  || movesToAxis(key, was, is)
                  || movesToAxis(key, is, was) && free(was, is)
                  || key.equals(STEPS) && longer(old, now);
      if (!more) {
        refused.add(SpecDifference.between(was.lines(key), is.lines(key)));
      }
    }
    return String.join("\n", refused);
  }

  /** The axes that lose values, or end: trials there stay as history, and no others start. */
  public static List<String> losing(String before, String after) {
    return losing(SpecText.of(before), SpecText.of(after));
  }

  private static List<String> losing(SpecText was, SpecText is) {
    return was.axes().stream()
        .filter(axis -> !covers(was.branches(axis), is.branches(axis)))
        .sorted()
        .toList();
  }

  /** What other trials would have from now on: axes that gain or lose values, longer training. */
  public static List<String> changed(String before, String after) {
    SpecText was = SpecText.of(before);
    SpecText is = SpecText.of(after);
    TreeSet<String> changed = new TreeSet<>(losing(was, is));
    changed.addAll(losing(is, was));
    if (longerTraining(before, after).isPresent()) {
      changed.add(STEPS);
    }
    return List.copyOf(changed);
  }

  /** Why differences are refused, a sentence each; empty where the lines speak for themselves. */
  public static List<String> reasons(String before, String after) {
    SpecText was = SpecText.of(before);
    SpecText is = SpecText.of(after);
    List<String> reasons = new ArrayList<>();
    if (!was.value("task").equals(is.value("task"))) {
      reasons.add("another task gives other numbers under the same names");
    }
    if (!was.value("seed").equals(is.value("seed"))) {
      reasons.add("with another seed every trial has other examples");
    }
    boolean rules = RULES.stream().anyMatch(key -> !was.all(key).equals(is.all(key)));
    if (rules && parts(was, is)) {
      reasons.add(
          "trials of 'population' are parts of a training, which no other search goes on with");
    }
    if (rules && claims(was, is)) {
      reasons.add(
          "claims decide which cells get seeds, so the rules must stay as they were stated");
    }
    boolean loses = !losing(was, is).isEmpty();
    if (loses && parts(was, is)) {
      reasons.add(
          "trials of 'population' are parts of a training, so its axes may only gain values");
    }
    if (loses && claims(was, is)) {
      reasons.add("claims decide which cells get seeds, so axes may only gain values");
    }
    if (was.value(METRIC).equals(is.value(METRIC)) && !was.value(GOAL).equals(is.value(GOAL))) {
      reasons.add("the better end of a metric would become its worse one");
    }
    List<String> fixed =
        is.keys().stream()
            .filter(key -> key.contains(".") && !SpecText.isAxis(key) && !RULES.contains(key))
            .filter(key -> was.value(key).isPresent() && !was.value(key).equals(is.value(key)))
            .filter(key -> !key.startsWith("task.") && !key.startsWith("execution."))
            .filter(key -> !key.equals(STEPS) || !longer(was.all(key), is.all(key)))
            .filter(key -> was.branches(key).isEmpty() && is.branches(key).isEmpty())
            .toList();
    for (String key : fixed) {
      reasons.add(
          "the trials so far have %s %s; to compare both, give axes: {%s: [%s, %s]}"
              .formatted(
                  key,
                  was.value(key).orElse(""),
                  key,
                  was.value(key).orElse(""),
                  is.value(key).get()));
    }
    return reasons;
  }

  /** Whether trainings get longer: a trial goes on, or begins anew, as a cell of its own. */
  public static Optional<Long> longerTraining(String before, String after) {
    SpecText was = SpecText.of(before);
    SpecText is = SpecText.of(after);
    return longer(was.all(STEPS), is.all(STEPS)) && !was.value(STEPS).equals(is.value(STEPS))
        ? is.value(STEPS).map(Long::valueOf)
        : Optional.empty();
  }

  private static boolean longer(List<String> old, List<String> now) {
    return old.size() == 1
        && now.size() == 1
        && number(now.get(0)) >= number(old.get(0))
        && number(old.get(0)) > 0;
  }

  /** Whether search, rules or objective go on from the existing trials. */
  private static boolean changesRules(String key, SpecText was, SpecText is) {
    if (!RULES.contains(key) || !was.ofProgram(key).equals(is.ofProgram(key))) {
      return false;
    }
    if (key.equals("search")) {
      return !method(was).equals(method(is));
    }
    boolean flipped =
        was.value(METRIC).equals(is.value(METRIC)) && !was.value(GOAL).equals(is.value(GOAL));
    return key.equals("stop") || !flipped;
  }

  private static String method(SpecText row) {
    return TRIALS.matcher(row.value("search").orElse("")).replaceFirst("");
  }

  /** Whether trials stay what they are under other rules: none is a part, no claim decides. */
  private static boolean free(SpecText was, SpecText is) {
    return !parts(was, is) && !claims(was, is);
  }

  private static boolean parts(SpecText was, SpecText is) {
    return Stream.of(was, is).anyMatch(row -> method(row).startsWith("population"));
  }

  private static boolean claims(SpecText was, SpecText is) {
    return was.keys().contains("claim") || is.keys().contains("claim");
  }

  private static boolean extendsAxis(String axis, SpecText was, SpecText is) {
    List<Map<String, String>> old = was.branches(axis);
    List<Map<String, String>> now = is.branches(axis);
    if (old.isEmpty()) {
      return within(was.value(axis), now);
    }
    if (now.isEmpty()) {
      return free(was, is) && within(is.value(axis), old);
    }
    return covers(old, now) || free(was, is) && (covers(now, old) || moves(old, now));
  }

  /**
   * Whether values are added and others end, as if a sweep of both were in between. A formula that
   * grows or is filled is one value, and a text that continues a program's is not an axis.
   */
  private static boolean moves(List<Map<String, String>> old, List<Map<String, String>> now) {
    return Stream.of(old, now)
        .flatMap(List::stream)
        .flatMap(branch -> branch.values().stream())
        .noneMatch(values -> values.contains("\n") || values.matches("(grow|fill) .*"));
  }

  /** Whether a value that was common to all cells is now one of an axis. */
  private static boolean movesToAxis(String key, SpecText from, SpecText to) {
    return from.branches(key).isEmpty() && within(from.value(key), to.branches(key));
  }

  /** Whether a value is one of an axis, without settings of its own beside it. */
  private static boolean within(Optional<String> value, List<Map<String, String>> branches) {
    return value.isPresent()
        && branches.stream()
            .filter(branch -> branch.keySet().equals(Set.of("")))
            .anyMatch(branch -> holds(branch.get(""), value.get()));
  }

  private static boolean holds(String values, String value) {
    return DrawnInterval.read(values)
        .map(interval -> interval.holds(value))
        .orElseGet(() -> List.of(values.split(", ")).contains(value));
  }

  private static boolean extendsValue(String key, List<String> old, List<String> now) {
    int last = old.size() - 1;
    // A program's own text may have such a line too; it comes first, and must not change.
    if (last < 0
        || now.size() != old.size()
        || !old.subList(0, last).equals(now.subList(0, last))) {
      return false;
    }
    return switch (key) {
      case "replicates" -> moreSeeds(SEEDS.matcher(old.get(last)), SEEDS.matcher(now.get(last)));
      case "search" -> moreTrials(old.get(last), now.get(last));
      default -> false;
    };
  }

  private static boolean moreSeeds(Matcher old, Matcher now) {
    return old.matches()
        && now.matches()
        && String.valueOf(old.group(1)).equals(String.valueOf(now.group(1)))
        && String.valueOf(old.group(3)).equals(String.valueOf(now.group(3)))
        && Long.parseLong(now.group(2)) >= Long.parseLong(old.group(2));
  }

  private static boolean moreTrials(String old, String now) {
    Matcher some = TRIALS.matcher(old);
    Matcher more = TRIALS.matcher(now);
    return some.find()
        && more.find()
        && some.replaceFirst("").equals(more.replaceFirst(""))
        && Long.parseLong(more.group(1)) >= Long.parseLong(some.group(1));
  }

  /** Whether each old branch lies within a new one. */
  private static boolean covers(List<Map<String, String>> old, List<Map<String, String>> now) {
    return !old.isEmpty()
        && old.stream().allMatch(branch -> now.stream().anyMatch(wider -> within(branch, wider)));
  }

  private static boolean within(Map<String, String> branch, Map<String, String> wider) {
    return branch.keySet().equals(wider.keySet())
        && branch.entrySet().stream()
            .allMatch(entry -> valuesWithin(entry.getValue(), wider.get(entry.getKey())));
  }

  private static boolean valuesWithin(String values, String wider) {
    Optional<DrawnInterval> interval = DrawnInterval.read(values);
    if (interval.isPresent()) {
      return DrawnInterval.read(wider).filter(interval.get()::isWithin).isPresent();
    }
    return Stream.of(values.split(", ")).allMatch(value -> holds(wider, value));
  }

  private static double number(String text) {
    return Numbers.real(text).orElse(Double.NaN);
  }
}
