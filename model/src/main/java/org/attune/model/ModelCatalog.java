package org.attune.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.trial.HeldOutPart;
import org.attune.model.attention.Dropouts;
import org.attune.model.attention.formula.Definitions;
import org.attune.model.attention.formula.Formulas;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.engine.OversizeException;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.layer.OptimizerLimits;
import org.attune.model.layer.Training;
import org.attune.model.network.Decoder;
import org.attune.model.network.Networks;
import org.attune.model.network.Refusals;
import org.attune.model.network.Signature;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointer;
import org.attune.model.program.GenerationState;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.attune.model.proof.FormulaProof;
import org.attune.model.proof.ProvenFormulas;
import org.attune.model.task.DataOpener;
import org.attune.model.task.Examples;
import org.attune.model.task.Task;
import org.attune.model.task.Tasks;
import org.attune.model.train.Placement;
import org.attune.model.train.TrialTrainer;

/** Everything that a trial's configuration can contain, its conflicts, and its cost. */
public final class ModelCatalog implements AxisCatalog {

  private static final String NO_PAPER = "common practice";

  private final List<Parameter> parameters = declared();

  /**
   * Returns the parameters that every trial has; the parameters of an option hang below it. A
   * parameter without its own source has the source of its part.
   */
  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  private static List<Parameter> declared() {
    List<Parameter> all = new ArrayList<>();
    all.add(Tasks.axis());
    all.add(Networks.KIND);
    all.addAll(Decoder.parameters());
    all.addAll(Parts.axes());
    all.addAll(Training.parameters());
    all.addAll(Placement.parameters());
    all.addAll(Dropouts.PARAMETERS);
    return all.stream().map(p -> p.sourced(NO_PAPER).in(ProvenFormulas.LANGUAGE)).toList();
  }

  /**
   * A formula that passed its proof.
   *
   * @param name its place and its text
   * @param says its cost, the built-in part that it equals, and whether it changed anything
   * @param changes whether it changed a number, or is a built-in part
   */
  public record Proven(String name, String says, boolean changes) {}

  /**
   * Returns the sizes at which a configuration's formulas are proven; empty if it has none. Equal
   * formulas at equal sizes need one proof.
   */
  public static Optional<String> formulaSizes(Configuration settings) {
    boolean any =
        Arrays.stream(FormulaPlace.values())
            .anyMatch(place -> "formula".equals(settings.values().get(place.key())));
    return any
        ? Optional.of(
            "%06d tokens, %06d heads, %06d and %06d columns"
                .formatted(
                    Tasks.of(settings).signature(settings).length(),
                    settings.integer(Decoder.HEADS),
                    settings.integer(Decoder.WIDTH),
                    settings.integer(Decoder.FEED_FORWARD)))
        : Optional.empty();
  }

  /**
   * Proves the formulas of a configuration at its sizes.
   *
   * @param isDue asked once for each formula with its sizes: whether it is to be proven
   * @param refused told of each proof that fails; the message names the place and says what to do
   */
  public static List<Proven> proveFormulas(
      Configuration settings, Predicate<String> isDue, Consumer<IllegalArgumentException> refused) {
    List<Proven> proven = new ArrayList<>();
    for (FormulaPlace place : FormulaPlace.values()) {
      if ("formula".equals(settings.values().get(place.key()))) {
        PlacedFormula formula = Formulas.of(settings, place);
        if (isDue.test(name(formula) + " at " + formulaSizes(settings).orElseThrow())) {
          try {
            proven.add(proven(settings, formula));
          } catch (IllegalArgumentException failed) {
            refused.accept(failed);
          }
        }
      }
    }
    return proven;
  }

  private static Proven proven(Configuration settings, PlacedFormula formula) {
    int width = settings.integer(Decoder.WIDTH);
    int heads = settings.integer(Decoder.HEADS);
    int tokens = Tasks.of(settings).signature(settings).length();
    Sizes sizes =
        switch (formula.place()) {
          case MLP -> new Sizes(tokens, 1, settings.integer(Decoder.FEED_FORWARD), Mask.CAUSAL);
          case INPUT, STREAM -> new Sizes(tokens, 1, width, Mask.CAUSAL);
          default -> new Sizes(tokens, heads, width / heads, Mask.CAUSAL);
        };
    FormulaProof.ProofReport report = FormulaProof.of(formula, sizes, width);
    Optional<String> part = Definitions.equal(formula.place(), formula.canonical());
    boolean changes = report.changes() || part.isPresent();
    String says =
        "%,d parameters and %,.0f FLOPs a token in each layer%s%s%s"
            .formatted(
                report.parameters(),
                report.flops(),
                part.map(equal -> "; equals " + equal).orElse(""),
                changes ? "" : "; changed nothing where it was tried: " + report.tried(),
                formula.place() == FormulaPlace.GATE && !formula.reads("y")
                    ? "; does not read y, so nothing that the heads read passes"
                    : "");
    return new Proven(name(formula), says, changes);
  }

  private static String name(PlacedFormula formula) {
    return formula.place().key() + ": " + formula.canonical();
  }

  /**
   * Returns why a combination of valid values makes no sense, one sentence per reason. It applies
   * the rules first. If no rule objects, it describes the network.
   */
  @Override
  public List<String> conflicts(Configuration settings) {
    try {
      Task task = Tasks.of(settings);
      Signature signature = task.signature(settings);
      List<String> reasons = new ArrayList<>(Refusals.of(settings, signature));
      if (task.probing() && !settings.choice(Parts.READING).equals(Parts.READING.defaultValue())) {
        reasons.add(
            "task %s measures attention weights, and attention.reading %s has none: change one of them"
                .formatted(task.option().name(), settings.choice(Parts.READING)));
      }
      if (reasons.isEmpty()) {
        Program program = new Program(1);
        Networks.of(settings, signature).describe(program);
        Optional<String> oversize = OversizeException.complaint(program);
        if (oversize.isPresent()) {
          return List.of(oversize.get());
        }
        return OptimizerLimits.conflict(settings, program)
            .or(() -> Placement.conflict(settings, signature))
            .map(List::of)
            .orElse(List.of());
      }
      return reasons;
    } catch (IllegalArgumentException e) {
      return List.of(e.getMessage());
    }
  }

  /**
   * Returns the primitives without a GPU kernel, by name, if a configuration requests a GPU. The
   * set is empty if all have one; the result is empty if no GPU is requested.
   */
  public static Optional<Set<String>> withoutGpuKernels(Configuration settings) {
    return Placement.asksForGpu(settings)
        ? Optional.of(Placement.without(settings, Tasks.of(settings).signature(settings)))
        : Optional.empty();
  }

  /**
   * Returns the metrics that a trial of a configuration may report: losses, what heads do, and its
   * task's own.
   */
  @Override
  public List<Metric> metrics(Configuration settings) {
    Map<String, Integer> counts =
        Map.of("layer", settings.integer(Decoder.LAYERS), "head", settings.integer(Decoder.HEADS));
    return Stream.concat(TrialTrainer.metrics().stream(), Tasks.of(settings).metrics().stream())
        .map(metric -> metric.with(counts))
        .toList();
  }

  /**
   * Returns the kind of user data that a configuration's task reads, such as {@code a text file in
   * UTF-8}. Empty if the task generates all its data.
   */
  public static Optional<String> reads(Configuration settings) {
    return Tasks.of(settings).reads(settings);
  }

  /**
   * Returns why a configuration's task cannot generate its data; it finds out by generating the
   * data.
   */
  public static Optional<String> shortage(Configuration settings) {
    return Tasks.of(settings).shortage(settings);
  }

  @Override
  public boolean begins(Configuration shorter, Configuration longer) {
    Map<String, String> rest = new HashMap<>(shorter.values());
    rest.put(Training.STEPS.key(), longer.text(Training.STEPS));
    return rest.equals(longer.values())
        && shorter.integer(Training.STEPS) > 0
        && shorter.integer(Training.STEPS) < longer.integer(Training.STEPS)
        && (Training.wholeSteps(shorter) == Training.wholeSteps(longer) || !followsShare(longer));
  }

  /** Whether a step depends on the share of the training that is done. */
  private static boolean followsShare(Configuration settings) {
    return Training.followsShare(settings) || hasPointers(settings);
  }

  private static boolean hasPointers(Configuration settings) {
    Program p = new Program(1);
    Networks.of(settings, Tasks.of(settings).signature(settings)).describe(p);
    return p.nodes().stream().anyMatch(node -> node.primitive() instanceof Pointer);
  }

  @Override
  public Optional<String> heldOut(Configuration settings) {
    return Tasks.of(settings).heldOut(settings);
  }

  /**
   * Reads the data as a trial would, and returns how many replicates can have held-out examples of
   * their own: see {@link Examples#replicatesApart}.
   *
   * @throws IOException if it cannot be read, or does not suit the task
   * @throws IllegalArgumentException if it does not fit the task's settings
   */
  public static double readData(Configuration settings, DataOpener data) throws IOException {
    return Tasks.of(settings).open(settings, 0, data).heldOut(HeldOutPart.of(0)).replicatesApart();
  }

  /**
   * Returns the cost of training.
   *
   * @throws IllegalArgumentException if the configuration has {@linkplain #conflicts conflicts}
   */
  @Override
  public Cost cost(Configuration settings) {
    Signature signature = Tasks.of(settings).signature(settings);
    Program p = new Program(1);
    Networks.of(settings, signature).describe(p);
    long parameters = ParameterSpec.trainable(p.parameters());
    long embedding =
        p.parameters().stream()
            .filter(spec -> spec.name().equals(Decoder.EMBEDDING_TABLE))
            .mapToLong(ParameterSpec::size)
            .sum();
    return new Cost(
        parameters,
        parameters - embedding,
        3 * p.forwardFlops() * settings.integer(Training.BATCH),
        settings.integer(Training.STEPS),
        Networks.generates(settings)
            ? OptionalLong.of(GenerationState.bytes(p))
            : OptionalLong.empty());
  }

  /**
   * Plans the bytes that training and the evaluations after it take, without examples and without
   * allocating them.
   *
   * @throws IllegalArgumentException if the configuration has {@linkplain #conflicts conflicts}
   */
  @Override
  public OptionalLong memory(Configuration settings) {
    return OptionalLong.of(TrialTrainer.plannedBytes(settings));
  }
}
