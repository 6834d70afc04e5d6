package org.attune.sweeps.identity;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows the difference between two specs' canonical texts, line by line. */
public final class SpecDifference {

  private SpecDifference() {}

  /** Marks lines only in the first with {@code -}, lines only in the second with {@code +}. */
  public static String between(String before, String after) {
    Set<String> gone = lines(before);
    Set<String> added = lines(after);
    Set<String> common = new LinkedHashSet<>(gone);
    common.retainAll(added);
    gone.removeAll(common);
    added.removeAll(common);
    return Stream.concat(
            gone.stream().map(line -> "  - " + line), added.stream().map(line -> "  + " + line))
        .collect(Collectors.joining("\n"));
  }

  private static Set<String> lines(String text) {
    return SpecText.shown(text).lines().collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
