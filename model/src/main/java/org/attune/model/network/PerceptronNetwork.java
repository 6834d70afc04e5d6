package org.attune.model.network;

import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.Regroup.flatten;
import static org.attune.model.primitive.Regroup.regroup;
import static org.attune.model.primitive.RowRange.rowRange;
import static org.attune.model.primitive.RowRepeat.rowRepeat;
import static org.attune.model.primitive.Scale.scale;

import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A plain MLP on a concatenation of all pairs of a set and one query: the control without a KVQ.
 */
public final class PerceptronNetwork implements Network {

  enum Answers {
    EACH,
    TOGETHER
  }

  static final Choice<Answers> ANSWERS =
      Choice.of(
              Answers.class,
              "model.kind.answers",
              "answers",
              "what one pass of the MLP answers",
              List.of(
                  Option.of(Answers.EACH, "one query", ""),
                  Option.of(
                      Answers.TOGETHER,
                      "all queries of a set, which it reads in their order",
                      "Garnelo and Czarnecki 2023, Figure 10")))
          .added();

  public static final Option OPTION =
      Option.of(
          "perceptron",
          "an MLP of all pairs in a row and one query, of model.layers layers; for sets",
          "Garnelo and Czarnecki 2023, a control",
          ANSWERS.parameter());

  private final Signature signature;
  private final boolean together;
  private final Perceptron perceptron;

  public PerceptronNetwork(Configuration settings, Signature signature) {
    SetRows.require(signature, "perceptron");
    if (signature.varying()) {
      throw new IllegalArgumentException(
          "Invalid model.kind: perceptron has no place for sets of varying size: fix the context");
    }
    together = settings.choice(ANSWERS) == Answers.TOGETHER;
    if (together
        && (signature.answer() != Signature.Answer.ROWS
            || signature.values() != SetRows.decoded(signature))) {
      throw new IllegalArgumentException(
          "Invalid model.kind.answers: together is for tasks that ask about rows with values like"
              + " the answers; set it to each");
    }
    this.signature = signature;
    int asked = signature.length() - signature.context();
    perceptron =
        new Perceptron(
            "perceptron",
            settings.integer(Decoder.LAYERS),
            settings.integer(Decoder.WIDTH),
            (together ? asked : 1) * SetRows.decoded(signature));
  }

  @Override
  public Value describe(Program p) {
    SetRows set = SetRows.of(p, signature);
    if (signature.answer() == Signature.Answer.SET) {
      Value all = flatten(set.keys()); // (B, T (columns + values))
      return SetRows.loss(p, rowRepeat(perceptron.of(all), signature.length()), signature);
    }
    Value pairs =
        signature.values() > 0 ? beside(set.keys(), set.values()) : set.keys(); // (B·n, e)
    if (together) {
      return SetRows.loss(p, together(set, flatten(pairs)), signature);
    }
    Value each = rowRepeat(flatten(pairs), signature.length()); // (B·T, n e)
    Value both = beside(set.asked(), each); // (B·T, columns + n e)
    return SetRows.loss(p, SetRows.answer(both, perceptron::of, signature), signature);
  }

  /** Answers all queries of a set from all its pairs, (B, n e), at once; given rows get 0. */
  private Value together(SetRows set, Value pairs) {
    Value asked = rowRange(set.asked(), signature.context(), signature.length()); // (B·m, columns)
    Value answers = perceptron.of(beside(pairs, flatten(asked))); // (B, m v)
    Value given = scale(flatten(set.values()), 0); // (B, n v)
    return regroup(beside(given, answers), signature.values()); // (B·T, v)
  }
}
