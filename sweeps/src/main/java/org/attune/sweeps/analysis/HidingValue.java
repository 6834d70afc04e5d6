package org.attune.sweeps.analysis;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.sweeps.statistics.Summary;

/**
 * A value of an axis whose trials spread so far that shares, means and tests of axes tell of
 * nothing else. An example is a learning rate at which losses diverge, but stay numbers.
 *
 * @param axis the key
 * @param level the value
 * @param trials that finished there
 * @param all the values of all trials
 * @param rest the values of the trials elsewhere
 */
public record HidingValue(String axis, String level, long trials, Summary all, Summary rest) {

  /** How many times smaller the spread is without the value. */
  private static final double HIDES = 10;

  /** Fewer trials elsewhere have no spread to speak of. */
  private static final int FEWEST = 4;

  /** The value that hides most; empty where none does. It leaves two values or more of its axis. */
  public static Optional<HidingValue> of(Observations observations) {
    Optional<HidingValue> most = Optional.empty();
    Summary all = summary(observations.runs());
    for (Factor factor : observations.factors()) {
      Collection<List<Run>> levels =
          observations.runs().stream()
              .collect(Collectors.groupingBy(run -> factor.level(run.cell())))
              .values();
      for (List<Run> level : levels) {
        String value = factor.level(level.get(0).cell());
        Summary rest =
            summary(
                observations.runs().stream()
                    .filter(run -> !factor.level(run.cell()).equals(value))
                    .toList());
        boolean hides =
            levels.size() > 2
                && level.size() > 1 // or another axis may as well be the cause
                && rest.n() >= FEWEST
                && all.std() > HIDES * Math.max(rest.std(), Math.abs(rest.mean()) / HIDES);
        if (hides && most.stream().noneMatch(other -> other.rest.std() <= rest.std())) {
          most = Optional.of(new HidingValue(factor.key(), value, level.size(), all, rest));
        }
      }
    }
    return most;
  }

  private static Summary summary(List<Run> runs) {
    return Summary.of(runs.stream().map(Run::value).toList());
  }
}
