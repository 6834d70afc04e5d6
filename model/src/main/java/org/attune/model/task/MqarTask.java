package org.attune.model.task;

import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;

/**
 * Multi-query associative recall: keys with their values, then each key once more, whose value is
 * asked for. (Arora et al. 2023, "Zoology", section 4 and appendix E.)
 */
final class MqarTask extends SyntheticTask {

  enum Fillers {
    RANDOM,
    BLANK
  }

  private static final int MOST = 512;

  static final Parameter LENGTH = TaskParameters.tokens(4, 65536, 64, "tokens in a sequence");
  static final Parameter PAIRS =
      TaskParameters.integer("task.pairs", 1, MOST, 8, "keys with a value, at most");
  static final Parameter FEWEST =
      TaskParameters.integer(
          "task.fewest-pairs",
          0,
          MOST,
          0,
          "each sequence draws its pairs from here, doubling up to the most; 0 for always the"
              + " most");
  static final Parameter SYMBOLS =
      TaskParameters.integer(
          "task.symbols", 8, 65536, 512, "distinct tokens: half for keys, half for values");
  static final Parameter GAPS =
      TaskParameters.real(
          "task.gap-exponent",
          0,
          1,
          0.01,
          "a in the power law a g^(a-1) of gaps before a query; 1 for uniform gaps");
  static final Choice<Fillers> FILLERS =
      TaskParameters.choice(
          Fillers.class,
          "task.fillers",
          "the tokens between queries",
          Option.of(Fillers.RANDOM, "any tokens but the sequence's keys and values", ""),
          Option.of(Fillers.BLANK, "one token of their own", ""));

  MqarTask() {
    super(
        "mqar",
        "multi-query associative recall: the values of keys seen before",
        "Arora et al. 2023, arXiv 2312.04927",
        MqarTask::generator,
        LENGTH,
        PAIRS,
        FEWEST,
        SYMBOLS,
        GAPS,
        FILLERS.parameter());
  }

  private static SyntheticSequences generator(Configuration settings) {
    int pairs = settings.integer(PAIRS);
    int fewest = settings.integer(FEWEST);
    return new AssociativeRecall(
        settings.integer(SYMBOLS),
        settings.integer(LENGTH),
        fewest == 0 ? pairs : fewest,
        pairs,
        settings.real(GAPS),
        settings.choice(FILLERS) == Fillers.RANDOM);
  }

  @Override
  List<String> groups() {
    return List.of("<count>_pairs");
  }
}
