package org.attune.jobs.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.api.search.Objective;
import org.attune.api.storage.ShellWord;
import org.attune.sweeps.state.SweepView;

/** A few metrics that a message offers in place of one that does not exist. */
final class OfferedMetrics {

  private static final int MOST = 6;

  /** Metrics of single layers and heads: there are dozens. */
  private static final Pattern INDEXED = Pattern.compile(".*_[lh]\\d+(_.*)?");

  private OfferedMetrics() {}

  /**
   * Metrics of a sweep. Objectives come first, then the metric that was probably meant, then
   * metrics with a better direction.
   *
   * @param given the name that no metric has
   * @param directory of the sweep, whose command shows all
   */
  static String of(String given, Collection<String> metrics, SweepView sweep, String directory) {
    List<String> objectives = sweep.header().objectives().stream().map(Objective::metric).toList();
    List<String> meant = Spelling.nearest(given, metrics).stream().toList();
    return ShortList.of(
        metrics.stream()
            .sorted(
                Comparator.comparing((String metric) -> !objectives.contains(metric))
                    .thenComparing(metric -> !meant.contains(metric))
                    .thenComparing(metric -> INDEXED.matcher(metric).matches())
                    .thenComparing(metric -> sweep.header().goal(metric).isEmpty()))
            .toList(),
        MOST,
        "'attune best %s'".formatted(ShellWord.path(directory)));
  }
}
