package org.attune.sweeps.search;

import java.util.Set;
import java.util.stream.Stream;

/** The methods that have the setting {@code trials}, for tests that hold for each of them. */
public final class DrawingMethods {

  /** Settings that say how many cells come before the first that follows from results. */
  private static final Set<String> FIRST_CELLS = Set.of("startup", "population");

  private DrawingMethods() {}

  /** Each as a sweep's {@code search} has it, without {@code trials}: {@code tpe, startup: 4}. */
  public static Stream<String> all() {
    return SearchMethods.builtIn().stream()
        .filter(method -> has(method, SearchProblem.TRIALS))
        .map(
            method ->
                method.name()
                    + method.settings().stream()
                        .filter(setting -> FIRST_CELLS.contains(setting.name()))
                        .map(setting -> ", " + setting.name() + ": 4")
                        .findFirst()
                        .orElse(""));
  }

  private static boolean has(SearchMethod method, String setting) {
    return method.settings().stream().anyMatch(each -> each.name().equals(setting));
  }
}
