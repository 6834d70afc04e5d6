package org.attune.model.attention.pipeline;

import java.util.List;
import java.util.function.Function;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.HeadNorm;
import org.attune.model.attention.Messages;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.OwnParts;
import org.attune.model.attention.Positions;
import org.attune.model.attention.Reading;
import org.attune.model.attention.ScoreMap;
import org.attune.model.attention.Source;
import org.attune.model.attention.Weights;
import org.attune.model.attention.formula.Definition;
import org.attune.model.attention.formula.Definitions;
import org.attune.model.attention.formula.FormulaGate;
import org.attune.model.attention.formula.FormulaScores;
import org.attune.model.attention.formula.FormulaSource;
import org.attune.model.attention.formula.FormulaWeights;
import org.attune.model.attention.formula.Formulas;
import org.attune.model.attention.gate.DefinedGate;
import org.attune.model.attention.gate.LearnedGate;
import org.attune.model.attention.gate.MappedGate;
import org.attune.model.attention.gate.ThreeMapsGate;
import org.attune.model.attention.message.Compressed;
import org.attune.model.attention.message.Latent;
import org.attune.model.attention.message.Merged;
import org.attune.model.attention.message.Separate;
import org.attune.model.attention.message.Shared;
import org.attune.model.attention.norm.RmsHeads;
import org.attune.model.attention.position.LinearBias;
import org.attune.model.attention.position.Rotary;
import org.attune.model.attention.reading.Delta;
import org.attune.model.attention.reading.GatedLinear;
import org.attune.model.attention.reading.Retention;
import org.attune.model.attention.reading.StateSpace;
import org.attune.model.attention.score.Convolution;
import org.attune.model.attention.score.Mixing;
import org.attune.model.attention.source.Current;
import org.attune.model.attention.source.Earlier;
import org.attune.model.attention.source.PlusEarlier;
import org.attune.model.attention.source.Split;
import org.attune.model.attention.weights.BlockRouting;
import org.attune.model.attention.weights.ClusterRouting;
import org.attune.model.attention.weights.DefinedWeights;
import org.attune.model.attention.weights.Differential;
import org.attune.model.attention.weights.FilteredSoftmax;
import org.attune.model.attention.weights.HardPointer;
import org.attune.model.attention.weights.KernelRidgeWeights;
import org.attune.model.attention.weights.LinearWeights;
import org.attune.model.attention.weights.Neurons;
import org.attune.model.attention.weights.NystroemWeights;
import org.attune.model.attention.weights.RankedPointer;
import org.attune.model.attention.weights.RidgeWeights;
import org.attune.model.attention.weights.SigmaRidgeWeights;
import org.attune.model.attention.weights.SoftmaxRidgeWeights;
import org.attune.model.attention.weights.SoftmaxWeights;
import org.attune.model.attention.weights.TopKeys;
import org.attune.model.attention.weights.WriteGate;
import org.attune.model.catalog.Variant;
import org.attune.model.formula.FormulaPlace;

/**
 * All variants of all stages; the first of a stage is its default. Variants from {@link OwnParts}
 * follow.
 */
public final class Parts {

  public static final List<Variant<Source>> QUERIES =
      OwnParts.with(
          OwnParts::queries,
          List.of(
              new Variant<>(Current.OPTION, settings -> new Current()),
              new Variant<>(PlusEarlier.OF_QUERIES, PlusEarlier::ofQueries),
              new Variant<>(Split.QUERY_OPTION, Split::ofQueries),
              new Variant<>(Formulas.option(FormulaPlace.QUERY), FormulaSource::ofQueries)));
  public static final List<Variant<Source>> KEYS =
      OwnParts.with(
          OwnParts::keys,
          List.of(
              new Variant<>(Current.OPTION, settings -> new Current()),
              new Variant<>(Earlier.OPTION, Earlier::new),
              new Variant<>(PlusEarlier.OF_KEYS, PlusEarlier::ofKeys),
              new Variant<>(Split.KEY_OPTION, Split::ofKeys),
              new Variant<>(Formulas.option(FormulaPlace.KEY), FormulaSource::ofKeys)));
  public static final List<Variant<Messages>> MESSAGES =
      OwnParts.with(
          OwnParts::messages,
          List.of(
              new Variant<>(Separate.OPTION, settings -> new Separate()),
              new Variant<>(Shared.OPTION, Shared::new),
              new Variant<>(Latent.OPTION, Latent::new),
              new Variant<>(Compressed.OPTION, Compressed::new),
              new Variant<>(Merged.OPTION, settings -> new Merged())));
  private static final Option LEARNED =
      Option.of("learned", "a trained row per position, added to the embedding", "");
  public static final List<Variant<Positions>> POSITIONS =
      OwnParts.with(
          OwnParts::positions,
          List.of(
              new Variant<>(Rotary.OPTION, Rotary::new),
              new Variant<>(LEARNED, settings -> Positions.NONE),
              new Variant<>(LinearBias.OPTION, settings -> new LinearBias()),
              new Variant<>(
                  Option.of("none", "none but the mask", ""), settings -> Positions.NONE)));
  public static final List<Variant<ScoreMap>> SCORES =
      maps(new Variant<>(Formulas.option(FormulaPlace.SCORES), FormulaScores::new));
  public static final List<Variant<ScoreMap>> SCORE_CONVOLUTIONS =
      maps(new Variant<>(Convolution.OPTION_BEFORE, Convolution::before));
  public static final List<Variant<ScoreMap>> SCORE_MIXINGS =
      maps(new Variant<>(Mixing.OPTION_BEFORE, Mixing::before));
  public static final List<Variant<Weights>> WEIGHTS =
      OwnParts.with(
          OwnParts::weights,
          List.of(
              new Variant<>(SoftmaxWeights.OPTION, settings -> new SoftmaxWeights()),
              new Variant<>(DefinedWeights.UNIFORM, DefinedWeights::uniform),
              new Variant<>(LinearWeights.OPTION, LinearWeights::new),
              new Variant<>(RidgeWeights.OPTION, RidgeWeights::new),
              new Variant<>(SigmaRidgeWeights.OPTION, SigmaRidgeWeights::new),
              new Variant<>(SoftmaxRidgeWeights.OPTION, SoftmaxRidgeWeights::new),
              new Variant<>(KernelRidgeWeights.OPTION, KernelRidgeWeights::new),
              new Variant<>(NystroemWeights.OPTION, NystroemWeights::new),
              new Variant<>(DefinedWeights.SIGMOID, DefinedWeights::sigmoid),
              new Variant<>(DefinedWeights.SCORE_GATE, DefinedWeights::scoreGate),
              new Variant<>(Neurons.OPTION, settings -> new Neurons()),
              new Variant<>(Differential.OPTION, settings -> new Differential()),
              new Variant<>(HardPointer.OPTION, HardPointer::new),
              new Variant<>(RankedPointer.OPTION, RankedPointer::new),
              new Variant<>(TopKeys.OPTION, TopKeys::new),
              new Variant<>(BlockRouting.OPTION, BlockRouting::new),
              new Variant<>(ClusterRouting.OPTION, ClusterRouting::new),
              new Variant<>(FilteredSoftmax.OPTION, FilteredSoftmax::new),
              new Variant<>(WriteGate.GATED, WriteGate::all),
              new Variant<>(WriteGate.MOST_WRITTEN, WriteGate::most),
              new Variant<>(Formulas.option(FormulaPlace.WEIGHTS), FormulaWeights::new)));

  /** Ways to read values. The first reads by the axes of scores and weights. */
  public static final List<Variant<Reading>> READINGS =
      List.of(
          new Variant<>(
              Option.of("weights", "by attention.weights", "common practice"),
              settings -> {
                throw new IllegalStateException("made from the axes of scores and weights");
              }),
          new Variant<>(Retention.OPTION, settings -> new Retention()),
          new Variant<>(GatedLinear.OPTION, GatedLinear::new),
          new Variant<>(StateSpace.OPTION, settings -> new StateSpace()),
          new Variant<>(Delta.PLAIN, Delta::plain),
          new Variant<>(Delta.GATED, Delta::gated));

  public static final List<Variant<ScoreMap>> WEIGHT_CONVOLUTIONS =
      maps(new Variant<>(Convolution.OPTION_AFTER, Convolution::after));
  public static final List<Variant<ScoreMap>> WEIGHT_MIXINGS =
      maps(new Variant<>(Mixing.OPTION_AFTER, Mixing::after));
  public static final List<Variant<HeadNorm>> HEAD_NORMS =
      OwnParts.with(
          OwnParts::headNorms,
          List.of(
              new Variant<>(Option.of("none", "heads as they are", ""), settings -> HeadNorm.NONE),
              new Variant<>(RmsHeads.RMS, norm(RmsHeads.Then.NOTHING)),
              new Variant<>(RmsHeads.DEPTH_SCALED, norm(RmsHeads.Then.DEPTH)),
              new Variant<>(RmsHeads.SCALAR_GATED, norm(RmsHeads.Then.SCALAR_GATE)),
              new Variant<>(RmsHeads.LAYER_SCALED, norm(RmsHeads.Then.LAYER))));
  public static final List<Variant<OutputGate>> GATES =
      OwnParts.with(
          OwnParts::gates,
          List.of(
              new Variant<>(Option.of("none", "no gate", ""), settings -> OutputGate.NONE),
              new Variant<>(LearnedGate.OPTION, LearnedGate::new),
              new Variant<>(MappedGate.FROM_QUERY, MappedGate::fromQuery),
              new Variant<>(DefinedGate.COMPUTED, DefinedGate::computed),
              new Variant<>(MappedGate.MAPPED, MappedGate::mapped),
              new Variant<>(ThreeMapsGate.OPTION, settings -> new ThreeMapsGate()),
              defined(Definitions.SCALARS),
              defined(Definitions.INPUT_INDEPENDENT),
              defined(Definitions.SELF),
              new Variant<>(Formulas.option(FormulaPlace.GATE), FormulaGate::new)));

  public static final Parameter QUERY =
      Variant.axisByLayer("attention.query", "query", "what queries are made from", QUERIES);
  public static final Parameter KEY =
      Variant.axisByLayer("attention.key", "key", "what keys are made from", KEYS);
  public static final Parameter MESSAGE =
      Variant.axisByLayer("attention.messages", "messages", "how tokens become messages", MESSAGES);

  /** Whether values go through a sigmoid. */
  public static final Parameter VALUES =
      Parameter.choice(
          "attention.values",
          "values",
          "what is done to values once projected",
          List.of(
              Option.of("plain", "nothing", "NeonBench neon005"),
              Definitions.SQUASHED.option(),
              Formulas.byLayer(FormulaPlace.VALUES)));

  public static final Parameter POSITION =
      Variant.axis("model.positions", "positions", "how the model knows order", POSITIONS)
          .alsoCalled("pos-encoding", "positional-encoding", "position-embedding-type");

  /** How values are read, other than by weights. */
  public static final Parameter READING =
      Variant.axisByLayer("attention.reading", "reading", "how values are read", READINGS).added();

  /** The formula on scores. */
  public static final Parameter SCORE =
      Variant.axisByLayer("attention.scores", "scores", "a formula over scores", SCORES).added();

  public static final Parameter SCORE_CONVOLUTION =
      Variant.axisByLayer(
          "attention.score-conv", "score_conv", "convolution of scores", SCORE_CONVOLUTIONS);
  public static final Parameter SCORE_MIXING =
      Variant.axisByLayer(
          "attention.score-mixing", "score_mixing", "mixing of heads' scores", SCORE_MIXINGS);
  public static final Parameter WEIGHT =
      Variant.axisByLayer("attention.weights", "weights", "how scores become weights", WEIGHTS);
  public static final Parameter WEIGHT_CONVOLUTION =
      Variant.axisByLayer(
          "attention.weight-conv", "weight_conv", "convolution of weights", WEIGHT_CONVOLUTIONS);
  public static final Parameter WEIGHT_MIXING =
      Variant.axisByLayer(
          "attention.weight-mixing", "weight_mixing", "mixing of heads' weights", WEIGHT_MIXINGS);
  public static final Parameter HEAD_NORM =
      Variant.axisByLayer(
          "attention.head-norm", "head_norm", "norm of what heads read", HEAD_NORMS);
  public static final Parameter GATE =
      Variant.axisByLayer("attention.gate", "gate", "a gate on what the heads read", GATES);

  private Parts() {}

  /** Whether the embedding has a trained row for each position. */
  public static boolean learnsPositions(Configuration settings) {
    return settings.choice(POSITION).equals(LEARNED.name());
  }

  /** Returns the axes of attention, in the order of the pipeline. */
  public static List<Parameter> axes() {
    return List.of(
        QUERY,
        KEY,
        MESSAGE,
        VALUES,
        POSITION,
        READING,
        SCORE,
        SCORE_CONVOLUTION,
        SCORE_MIXING,
        WEIGHT,
        WEIGHT_CONVOLUTION,
        WEIGHT_MIXING,
        HEAD_NORM,
        GATE);
  }

  /** Returns the axes that only a reading by weights has. */
  static List<Parameter> ofWeights() {
    return List.of(
        SCORE, SCORE_CONVOLUTION, SCORE_MIXING, WEIGHT, WEIGHT_CONVOLUTION, WEIGHT_MIXING);
  }

  private static List<Variant<ScoreMap>> maps(Variant<ScoreMap> map) {
    return List.of(
        new Variant<>(Option.of("none", "as they are", ""), settings -> ScoreMap.NONE), map);
  }

  private static Variant<OutputGate> defined(Definition gate) {
    return new Variant<>(gate.option(), settings -> new DefinedGate(gate));
  }

  private static Function<Configuration, HeadNorm> norm(RmsHeads.Then then) {
    return settings -> new RmsHeads(then, settings.real(RmsHeads.EPSILON));
  }
}
