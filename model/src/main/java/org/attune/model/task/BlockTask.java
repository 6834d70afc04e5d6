package org.attune.model.task;

import org.attune.api.Metric;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Signature;

/**
 * Find the block: a string holds several blocks of letters and a query of a few letters. Find the
 * block that has all letters of the query. The answer is that block, or its first or last letter. A
 * head needs several tokens of a key at once, the case that multi-token attention is made for.
 * (Golovneva et al. 2025, arXiv 2504.00927v2; science 2.2.)
 *
 * <p>Only the answer's tokens are trained and scored, each predicted from the true tokens before
 * it. All of them are right exactly if the greedy answer is right.
 */
public final class BlockTask extends DescribedTask {

  static final Parameter BLOCKS =
      TaskParameters.integer("task.blocks", 2, 4096, 12, "blocks in a string");
  static final Parameter LETTERS =
      TaskParameters.integer("task.block-letters", 1, 256, 4, "letters in a block");
  static final Parameter ASKED =
      TaskParameters.integer(
          "task.query-letters", 1, 256, 2, "letters of the block that are given");
  static final Parameter ALPHABET =
      TaskParameters.integer("task.alphabet", 2, 1024, 26, "letters there are");
  static final Choice<Blocks.Answer> ANSWER =
      TaskParameters.choice(
          Blocks.Answer.class,
          "task.answer",
          "what is asked for",
          Option.of(Blocks.Answer.ALL, "all letters of the block, in order", ""),
          Option.of(Blocks.Answer.FIRST, "its first letter", ""),
          Option.of(Blocks.Answer.LAST, "its last letter", ""));
  static final Parameter EXAMPLES = TaskParameters.validationExamples(500, "strings validated on");

  public BlockTask() {
    super(
        Option.of(
            "find-the-block",
            "of several blocks of letters, find the one that has those given",
            "multi-token attention, arXiv 2504.00927, section 4.1",
            BLOCKS,
            LETTERS,
            ASKED,
            ALPHABET,
            ANSWER.parameter(),
            EXAMPLES),
        Metric.lower("error_percent", "per cent", "answers that are not right in all letters"),
        Metric.higher("letter_accuracy", "share", "letters of the answers that are right"),
        Metric.lower(
            "steps_to_5_percent_error",
            "steps",
            "first validated at 5 %, or all that were trained"),
        Metric.higher("solved", "0 or 1", "whether the last validation is at 5 % or below"),
        Metric.plain("floor_error_percent", "per cent", "error_percent of letters at random"),
        Metric.plain("floor_any_block", "per cent", "error_percent of a block chosen at random"),
        Metric.plain("floor_letter_accuracy", "share", "letter_accuracy of letters at random"),
        Metric.plain(
            "floor_validation_loss", "nats", "loss of equal probabilities for all letters"),
        Metric.plain("oracle_error_percent", "per cent", "the least there is"),
        Metric.plain("oracle_letter_accuracy", "share", "the most there is"),
        Metric.plain("oracle_validation_loss", "nats", "the least there is"));
  }

  @Override
  public Signature signature(Configuration settings) {
    Blocks blocks = blocks(settings);
    return Signature.tokens(blocks.length() - 1, blocks.vocabulary());
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    return new BlockExamples(blocks(settings), settings.integer(EXAMPLES), seed);
  }

  private static Blocks blocks(Configuration settings) {
    return new Blocks(
        settings.integer(BLOCKS),
        settings.integer(LETTERS),
        settings.integer(ASKED),
        settings.integer(ALPHABET),
        settings.choice(ANSWER));
  }
}
