package org.attune.sweeps.stopping;

import java.util.ArrayList;
import java.util.List;
import org.attune.sweeps.catalog.Domain;
import org.attune.sweeps.catalog.Setting;
import org.attune.sweeps.search.Trial;

/**
 * Several ladders of successive halving at once, which begin the later the fewer trials they hold:
 * for objectives whose first steps say little (Li et al., "Hyperband", JMLR 18, 2018, algorithm 1;
 * asynchronous as in Li et al. 2020). Of s + 1 brackets, bracket b begins at min-steps times
 * reduction^b; trials are dealt to them by their index, in proportion to the trials that Hyperband
 * gives each.
 *
 * <p>What is NaN or infinite at a rung ends the trial there. A further attempt is not judged again
 * at rungs that it had passed.
 */
final class HyperbandRule implements StoppingRule {

  static final StoppingKind KIND =
      new StoppingKind(
          "hyperband",
          "asha's ladder several times over, some of which begin later",
          "Li et al., JMLR 18, 2018",
          List.of(
              AshaRule.MIN_STEPS,
              AshaRule.REDUCTION,
              Setting.standard(
                  "brackets",
                  new Domain.IntegerRange(1, 10),
                  "3",
                  "ladders, each beginning reduction times later than the one before")),
          HyperbandRule::new);

  private final String metric;
  private final List<Rungs> brackets = new ArrayList<>();
  private final int[] shares;
  private final int turn;

  private HyperbandRule(StoppingKind.Setup setup) {
    this.metric = setup.objective().metric();
    int reduction = Math.toIntExact(setup.settings().integer(AshaRule.REDUCTION.name()));
    int count = Math.toIntExact(setup.settings().integer("brackets"));
    long first = setup.settings().integer(AshaRule.MIN_STEPS.name());
    this.shares = new int[count];
    int sum = 0;
    for (int b = 0; b < count; b++) {
      brackets.add(new Rungs(setup.objective(), first, reduction));
      // Bracket b has s = count - 1 - b halvings: ceil(count / (s + 1) reduction^s) trials.
      int halvings = count - 1 - b;
      double share = Math.ceil(count / (halvings + 1.0) * Math.pow(reduction, halvings));
      shares[b] = (int) Math.min(1_000_000, share);
      sum += shares[b];
      first = first > Long.MAX_VALUE / reduction ? Long.MAX_VALUE : first * reduction;
    }
    this.turn = sum;
  }

  @Override
  public String metric() {
    return metric;
  }

  @Override
  public Verdict report(Trial trial, int attempt, long step, double value) {
    return brackets
        .get(bracket(trial.index()))
        .report(trial, step, value)
        .map(reason -> (Verdict) new Verdict.Stop(reason))
        .orElse(Verdict.GO_ON);
  }

  /** The brackets in turn, each as often as its share: the one that is furthest behind is next. */
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
