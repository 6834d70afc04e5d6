package org.attune.sweeps.identity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads a canonical text back, entry by entry. It is how two specs are compared, and how journals
 * of earlier versions, whose headers had only the text, are understood.
 *
 * <p>A program's text of several lines is an entry whose lines may look like entries themselves.
 * Those of the spec's rules come later, so the last one of a rule's key is the spec's.
 */
public final class SpecText {

  private static final String AXES = "axes.";
  private static final String GOAL = "objective.goal";

  /** Keys whose entries, one line each, follow that of the goal. */
  private static final Set<String> SEVERAL = Set.of("stop", "objectives");

  private static final Pattern ENTRY = Pattern.compile("([A-Za-z][-\\w.\\[\\]]*): (.*)");
  private static final Pattern BRANCH =
      Pattern.compile("axes\\.([^\\[]+)\\[(\\d{1,9})\\](?:\\.(.+))?");

  private static final Pattern CELLS = Pattern.compile("(?m)^axes\\.cells\\[");

  private final Map<String, List<String>> entries = new LinkedHashMap<>();
  private final Map<String, Map<Integer, Map<String, String>>> axes = new LinkedHashMap<>();
  private final Map<String, Integer> beforeGoal = new HashMap<>();

  private SpecText() {}

  /** A canonical text, or lines of one, with the keys of a sweep file, for people. */
  public static String shown(String canonicalText) {
    return CELLS.matcher(canonicalText).replaceAll("cells[");
  }

  /** Reads a text; lines before the first entry are left out. */
  public static SpecText of(String canonicalText) {
    SpecText read = new SpecText();
    String key = "";
    StringBuilder value = new StringBuilder();
    for (String line : canonicalText.lines().toList()) {
      Matcher begins = ENTRY.matcher(line);
      if (begins.matches()) {
        read.add(key, value.toString());
        key = begins.group(1);
        value = new StringBuilder(begins.group(2));
      } else {
        value.append('\n').append(line); // continues a program's text
      }
    }
    read.add(key, value.toString());
    return read;
  }

  private void add(String key, String value) {
    if (key.isEmpty()) {
      return;
    }
    if (key.equals(GOAL)) {
      beforeGoal.clear(); // what came before an earlier one was the program's
      entries.forEach((name, values) -> beforeGoal.put(name, values.size()));
    }
    Matcher branch = BRANCH.matcher(key);
    if (branch.matches()) {
      String axis = branch.group(1);
      axes.computeIfAbsent(axis, k -> new TreeMap<>())
          .computeIfAbsent(Integer.parseInt(branch.group(2)), k -> new TreeMap<>())
          .merge(
              Optional.ofNullable(branch.group(3)).orElse(""),
              value,
              (program, values) -> program + "\n" + values);
      entries.computeIfAbsent(AXES + axis, k -> new ArrayList<>()).add(key + ": " + value);
    } else {
      entries.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
    }
  }

  /** The keys of all entries, in their order; an axis is {@code axes.} and its name. */
  Set<String> keys() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  /** Whether one of the {@link #keys} is an axis. */
  static boolean isAxis(String key) {
    return key.startsWith(AXES);
  }

  /** The name of the axis that one of the {@link #keys} is. */
  static String axis(String key) {
    return key.substring(AXES.length());
  }

  /** All values of a key, those in a program's text included. */
  List<String> all(String key) {
    return List.copyOf(entries.getOrDefault(key, List.of()));
  }

  /** The value of a key that has one; empty if the text has no such entry. */
  public Optional<String> value(String key) {
    List<String> values = all(key);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
  }

  /** The values of {@code stop} or {@code objectives}, without those in a program's text. */
  public List<String> values(String key) {
    List<String> values = all(key);
    return values.subList(ofProgram(key).size(), values.size());
  }

  /** The lines of a program's text that look like entries of a key. */
  List<String> ofProgram(String key) {
    List<String> values = all(key);
    return SEVERAL.contains(key)
        ? values.subList(0, beforeGoal.getOrDefault(key, 0))
        : values.subList(0, Math.max(0, values.size() - 1));
  }

  /** The names of the axes, in the file's order. */
  public Set<String> axes() {
    return Collections.unmodifiableSet(axes.keySet());
  }

  /**
   * The branches of an axis: values by key, as the text has them. The axis's own values have the
   * empty key.
   *
   * @return empty if there is no such axis
   */
  public List<Map<String, String>> branches(String axis) {
    return List.copyOf(axes.getOrDefault(axis, Map.of()).values());
  }

  /** The lines of a key as the text has them. */
  String lines(String key) {
    return all(key).stream()
        .map(value -> isAxis(key) ? value : key + ": " + value)
        .collect(Collectors.joining("\n"));
  }
}
