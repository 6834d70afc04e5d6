package org.attune.sweeps.stopping;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;

/**
 * Hyperband (Li et al., JMLR 18, 2018, algorithm 1): brackets of successive halving that differ in
 * the training length before the first judgement. With R the longest training and η the reduction,
 * bracket s takes n = ceil((s_max + 1) / (s + 1) η^s) trials. It judges them at R η^-s, R η^(1-s),
 * ... R / η steps, and each time the best 1/η continue. The trials of bracket 0 all train to their
 * end. s_max is the largest s with R η^-s at or above {@code min-steps}, and at most {@code
 * brackets} - 1.
 *
 * <p>A rung decides immediately, using the trials that have reached it so far (Li et al., MLSys
 * 2020). Trials are assigned to brackets by their index, in proportion to each bracket's n. If no
 * longest training is known, R is {@code min-steps} times η^({@code brackets} - 1).
 *
 * <p>A NaN or infinite value at a rung ends the trial there. A later attempt is not judged again at
 * rungs that the trial has passed.
 */
final class HyperbandRule {

  private static final Setting BRACKETS =
      Setting.standard(
          "brackets", new Domain.IntegerRange(1, 10), "3", "the most brackets: s_max + 1");

  static final StoppingKind KIND =
      new StoppingKind(
          "hyperband",
          "brackets of asha, from many trials judged early to a few that train to their end",
          "Li et al., JMLR 18, 2018",
          List.of(AshaRule.MIN_STEPS, AshaRule.REDUCTION, BRACKETS),
          HyperbandRule::begin);

  private final List<Rungs> brackets = new ArrayList<>(); // s_max first, 0 last
  private final int[] shares; // n of each
  private final int turn;

  private HyperbandRule(StoppingKind.Setup setup) {
    int reduction = AshaRule.reduction(setup.settings());
    int most = Math.toIntExact(setup.settings().integer(BRACKETS.name())) - 1;
    long min = setup.settings().integer(AshaRule.MIN_STEPS.name());
    OptionalLong known = setup.lengths().longest(StoppingKind.length(setup.settings()));
    double longest = known.orElse(assumed(setup.settings()));
    int last = 0;
    while (last < most && longest / Math.pow(reduction, last + 1.0) >= min) {
      last++;
    }
    this.shares = new int[last + 1];
    int sum = 0;
    for (int s = last; s >= 0; s--) {
      List<Long> rungs = new ArrayList<>();
      for (int i = s; i > 0; i--) {
        rungs.add((long) Math.ceil(longest / Math.pow(reduction, i)));
      }
      brackets.add(new Rungs(setup.objective(), rungs, reduction));
      double trials = Math.ceil((last + 1) / (s + 1.0) * Math.pow(reduction, s));
      shares[last - s] = (int) Math.min(1_000_000, trials);
      sum += shares[last - s];
    }
    this.turn = sum;
  }

  /** The longest training where none is known: all brackets then begin at their own rung. */
  static long assumed(Settings settings) {
    double brackets = settings.integer(BRACKETS.name());
    double steps =
        settings.integer(AshaRule.MIN_STEPS.name())
            * Math.pow(AshaRule.reduction(settings), brackets - 1);
    return (long) Math.min(Long.MAX_VALUE, steps);
  }

  private static StoppingRule begin(StoppingKind.Setup setup) {
    HyperbandRule rule = new HyperbandRule(setup);
    return new HalvingRule(
        setup.objective().metric(), index -> rule.brackets.get(rule.bracket(index)));
  }

  /** Assigns the brackets in turn by their shares: the bracket furthest behind is next. */
  private int bracket(int index) {
    int[] dealt = new int[shares.length];
    int chosen = 0;
    for (int i = 0; i <= index % turn; i++) {
      chosen = 0;
      for (int b = 1; b < shares.length; b++) {
        boolean behind = (dealt[b] + 1L) * shares[chosen] < (dealt[chosen] + 1L) * shares[b];
        chosen = behind ? b : chosen;
      }
      dealt[chosen]++;
    }
    return chosen;
  }
}
