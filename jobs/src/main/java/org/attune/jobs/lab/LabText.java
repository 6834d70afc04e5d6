package org.attune.jobs.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.lab.Entries;
import org.attune.sweeps.lab.Entry;
import org.attune.sweeps.lab.Wealth;
import org.attune.sweeps.statistics.Rounded;

/** A lab in words. */
final class LabText {

  private static final double[] EFFECTS = {.5, 1, 2};

  private LabText() {}

  /** A share, such as {@code 18 %}. */
  static String share(double share) {
    return String.format(Locale.ROOT, share < .1 ? "%.2g %%" : "%.0f %%", 100 * share);
  }

  /** What {@code lab status} prints. */
  static String status(Entries entries) {
    Wealth wealth = entries.wealth();
    List<Entry> stated = entries.stated();
    long judged =
        stated.stream().filter(entry -> entries.verdict(entry.number()).isPresent()).count();
    long opened =
        stated.stream().filter(entry -> !entries.openings(entry.number()).isEmpty()).count();
    List<String> lines = new ArrayList<>();
    lines.add(
        "claims       %s in %s, of which %d judged"
            .formatted(
                Counted.of(wealth.claims(), "claim"), Counted.of(stated.size(), "sweep"), judged));
    lines.add("discoveries  " + discoveries(wealth));
    lines.add("wealth       %s is left".formatted(share(wealth.left())));
    lines.add("next claim   level %s; %s".formatted(Rounded.level(wealth.level(1)), seeds(wealth)));
    if (opened > 0) {
      lines.add(
          "opened       the sealed numbers of %s were read before the verdict"
              .formatted(Counted.of(opened, "sweep")));
    }
    return String.join("\n", lines) + "\n";
  }

  /** The cost of verdicts, and the lab's present wealth. */
  static String verdict(Entry stated, Entries now) {
    return "lab %s: these verdicts have the level %s, which cost %s of the lab's wealth; it has %s in %s now"
        .formatted(
            now.lab(),
            Rounded.level(stated.level()),
            share(stated.cost()),
            now.wealth().discoveries() == 1
                ? "1 discovery"
                : now.wealth().discoveries() + " discoveries",
            Counted.of(now.wealth().claims(), "claim"));
  }

  private static String discoveries(Wealth wealth) {
    return wealth.discoveries() == 0
        ? "none"
        : String.format(
            Locale.ROOT,
            "%d; %.2g of them or fewer are expected to be wrong (%s)",
            wealth.discoveries(),
            wealth.rate() * wealth.discoveries(),
            share(wealth.rate()));
  }

  private static String seeds(Wealth wealth) {
    List<String> seeds = new ArrayList<>();
    for (double effect : EFFECTS) {
      OptionalInt needed = wealth.seeds(effect);
      seeds.add(
          "%s for %s"
              .formatted(
                  needed.isPresent() ? needed.getAsInt() : "more than 1,000",
                  effect < 1 ? "half a standard deviation" : effect < 2 ? "one" : "two"));
    }
    return "seeds that show an effect four times in five: " + String.join(", ", seeds);
  }
}
