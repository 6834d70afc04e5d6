package org.attune.sweeps.spec;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.attune.api.catalog.ParameterTree;

/** Reads the section {@code execution}: how trials are run. */
final class ExecutionReader {

  private static final String EXECUTION = "execution";

  private static final Key<OptionalInt> RETRIES =
      Key.count(
          "retries",
          0,
          100,
          "tries more after a transient fault, a timeout or running out of memory");
  private static final Key<OptionalInt> SLOTS = Key.count("slots", 1, 100_000, "trials at a time");
  private static final Key<OptionalInt> THREADS =
      Key.count("threads-per-trial", 1, 1_024, "threads that each trial computes on");
  private static final Key<Optional<Duration>> TIMEOUT =
      Key.duration("trial-timeout", "after which an attempt is ended");
  private static final Key<Optional<Duration>> SLOT_TIMEOUT =
      Key.duration(
          "slot-timeout",
          "after which a run is given up whose next trial takes more slots at once than there are");
  private static final Key<OptionalDouble> GPUS =
      Key.real("gpus-per-trial", 0.01, 64, "whole GPUs, or a share of one, such as 0.5");

  private static final Key<Optional<Duration>> EVERY =
      Key.duration("every", "when this much time has passed");
  private static final Key<OptionalLong> EVERY_STEPS =
      Key.integer("every-steps", 1, Long.MAX_VALUE, "and after every so many steps");
  private static final Key<Optional<String>> KEEP =
      Key.word(
          "keep",
          Key.words("best", "all", "none"),
          "whose last state stays when its trial has ended");
  private static final Key<Optional<Fields>> CHECKPOINTS =
      Key.section(
          "checkpoints", List.of(EVERY, EVERY_STEPS, KEEP), "when trials write their state");

  private static final List<Key<?>> KEYS =
      List.of(RETRIES, SLOTS, THREADS, TIMEOUT, CHECKPOINTS, SLOT_TIMEOUT, GPUS);

  private final Problems problems;
  private final ParameterTree tree;

  ExecutionReader(Problems problems, ParameterTree tree) {
    this.problems = problems;
    this.tree = tree;
  }

  Execution read(Fields top) {
    return top.section(EXECUTION, keys(tree))
        .map(
            fields -> {
              fields.word(ModeNodes.WORD, Set.of("fan-out")); // if the catalog has no other modes
              return new Execution(
                  RETRIES.in(fields).orElse(Execution.STANDARD.retries()),
                  SLOTS.in(fields),
                  THREADS.in(fields),
                  TIMEOUT.in(fields),
                  SLOT_TIMEOUT.in(fields).orElse(Execution.STANDARD.slotTimeout()),
                  checkpoints(fields),
                  gpus(fields));
            })
        .orElse(Execution.STANDARD);
  }

  private Checkpointing checkpoints(Fields execution) {
    Checkpointing standard = Checkpointing.STANDARD;
    return CHECKPOINTS
        .in(execution)
        .map(
            of ->
                new Checkpointing(
                    EVERY.in(of).orElse(standard.every()),
                    EVERY_STEPS.in(of).orElse(0),
                    KEEP.in(of)
                        .map(word -> Checkpointing.Keep.valueOf(word.toUpperCase(Locale.ROOT)))
                        .orElse(standard.keep())))
        .orElse(standard);
  }

  private OptionalDouble gpus(Fields fields) {
    OptionalDouble gpus = GPUS.in(fields);
    if (gpus.isPresent() && !wholeOrEvenShare(gpus.getAsDouble())) {
      problems.add(
          fields.node(GPUS.name()).orElseThrow(),
          EXECUTION + "." + GPUS.name(),
          "%s must be a whole number of GPUs, or a share that divides one: 0.5, 0.33, 0.25, 0.2 ..."
              .formatted(gpus.getAsDouble()));
    }
    return gpus;
  }

  /**
   * Whether a GPU share is whole or at most a half. 0.33 stands for a third: one GPU takes as many
   * whole trials as fit.
   */
  private static boolean wholeOrEvenShare(double gpus) {
    return gpus == Math.rint(gpus) || gpus <= 0.5;
  }

  /** The keys of the section {@code execution}, including those of parameters. */
  static Set<String> keys(ParameterTree tree) {
    Set<String> keys = Key.words(ModeNodes.WORD);
    keys.addAll(ModeNodes.names(tree));
    keys.addAll(ExecutionNodes.names(tree));
    keys.addAll(Key.names(KEYS));
    return keys;
  }

  /**
   * The schema of the section.
   *
   * @param parameters of the section, by their names in it; these affect numbers
   */
  static Map<String, Object> schema(Map<String, Object> parameters) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put(ModeNodes.WORD, Map.of("const", "fan-out")); // if the catalog has no other modes
    keys.putAll(parameters);
    keys.putAll(Key.schemas(KEYS));
    return JsonSchemas.described("how trials are run", JsonSchemas.object(keys));
  }
}
