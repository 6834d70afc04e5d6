package org.attune.model.task;

import java.util.List;
import org.attune.api.Metric;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Decoder;
import org.attune.model.network.Signature;

/**
 * Synthetic induction: random symbols, then the same symbols again. The symbol that followed
 * another the first time follows it the second time. Each sequence draws its own period, so
 * position alone does not determine the next symbol.
 */
public final class InductionTask extends DescribedTask {

  enum Loss {
    ALL,
    REPEATED
  }

  static final Parameter SYMBOLS =
      TaskParameters.integer("task.symbols", 2, 65536, 64, "symbols there are");
  static final Parameter PERIOD =
      TaskParameters.integer("task.period", 1, 32768, 24, "symbols before they repeat, at most");
  static final Parameter SHORTEST =
      TaskParameters.integer(
          "task.shortest-period",
          0,
          32768,
          0,
          "periods are drawn per sequence from here on; 0 for always the longest");
  static final Parameter LENGTH =
      TaskParameters.tokens(0, 65536, 0, "symbols per sequence; 0 for two periods");
  static final Parameter DISTINCT =
      Parameter.flag("task.distinct", "distinct", false, "no symbol twice in a period");
  static final Choice<Loss> LOSS =
      Choice.of(
          Loss.class,
          "task.loss",
          "loss_on",
          "the symbols whose prediction is trained",
          List.of(
              Option.of(Loss.ALL, "every next symbol", ""),
              Option.of(Loss.REPEATED, "those that can be known", "")));
  static final Parameter WINDOWS = TaskParameters.validationExamples(128, "sequences validated on");

  public InductionTask() {
    super(
        Option.of(
            "induction",
            "repeated random symbols; copies what followed a symbol before",
            "split-Q synthetic induction; Olsson et al. 2022",
            SYMBOLS,
            PERIOD,
            SHORTEST,
            LENGTH,
            DISTINCT,
            LOSS.parameter(),
            WINDOWS),
        Metric.higher("copy_accuracy", "share", "next symbols of the repeated part guessed"),
        Metric.higher("ipmr", "share", "queries where any head points at what to copy"),
        Metric.higher("ipmr_top", "share", "the same of the best head alone"),
        Metric.higher("ipmr_l<layer>_h<head>", "share", "the same of one head"),
        Metric.plain(
            "ipmr_top_back_<tokens>", "share", "of the best head, that many tokens before it"),
        Metric.plain(
            "ipmr_top_ahead_<tokens>", "share", "of the best head, that many tokens after it"),
        Metric.higher("prefix_matching_top", "weight", "of the best head, on what to copy"),
        Metric.higher("prefix_matching_l<layer>_h<head>", "weight", "of one head, on what to copy"),
        Metric.higher(
            "copying_top", "score", "how the best head's reading raises the symbol it reads"),
        Metric.higher("copying_l<layer>_h<head>", "score", "the same of one head"),
        Metric.plain("floor_copy_accuracy", "share", "copy_accuracy of a guess"),
        Metric.plain("floor_ipmr", "share", "ipmr of heads that point at random"),
        Metric.plain("floor_ipmr_top", "share", "ipmr_top of heads that point at random"),
        Metric.lower(
            "steps_to_95_percent_copied",
            "steps",
            "first validated at a copy_accuracy of 0.95, or all that were trained"),
        Metric.higher("solved", "0 or 1", "whether the last validation is at 0.95 or above"),
        Metric.plain("oracle_copy_accuracy", "share", "the most there is"),
        Metric.plain("oracle_ipmr", "share", "the most there is"),
        Metric.plain("oracle_ipmr_top", "share", "the most there is"),
        Metric.plain("floor_ipmr_mean", "share", "a head's ipmr where it points at random"));
  }

  @Override
  public Signature signature(Configuration settings) {
    int symbols = settings.integer(SYMBOLS);
    return Signature.tokens(repeats(settings).length(), symbols);
  }

  @Override
  public boolean probing() {
    return true;
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    return new InductionExamples(
        repeats(settings),
        settings.integer(WINDOWS),
        settings.integer(Decoder.LAYERS),
        Decoder.readingHeads(settings),
        Decoder.showsEffects(settings),
        seed);
  }

  private static Repeats repeats(Configuration settings) {
    int longest = settings.integer(PERIOD);
    int shortest = settings.integer(SHORTEST);
    int length = settings.integer(LENGTH);
    return new Repeats(
        settings.integer(SYMBOLS),
        shortest == 0 ? longest : shortest,
        longest,
        length == 0 ? Math.max(2 * longest, longest + 2) : length,
        settings.flag(DISTINCT),
        settings.choice(LOSS) == Loss.REPEATED);
  }
}
