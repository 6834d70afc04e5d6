package org.attune.sweeps.spec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.attune.api.catalog.ParameterTree;

/** Reads the section {@code execution}: how trials are run. */
final class ExecutionReader {

  static final Set<String> CHECKPOINTS = ordered("every", "every-steps", "keep");
  static final Set<String> KEPT = ordered("best", "all", "none");

  static final int MAX_SLOTS = 100_000;
  static final int MAX_THREADS = 1_024;
  static final int MAX_RETRIES = 100;
  static final int MAX_GPUS = 64;
  private static final String EXECUTION = "execution";
  private static final String GPUS = "gpus-per-trial";

  private final Problems problems;
  private final ParameterTree tree;

  ExecutionReader(Problems problems, ParameterTree tree) {
    this.problems = problems;
    this.tree = tree;
  }

  Execution read(Fields top) {
    return top.section(EXECUTION)
        .map(node -> new Fields(problems, EXECUTION, node, keys(tree)))
        .map(
            fields -> {
              fields.word(ModeNodes.WORD, ordered("fan-out")); // if the catalog has no other modes
              return new Execution(
                  fields.count("retries", 0, MAX_RETRIES).orElse(Execution.STANDARD.retries()),
                  fields.count("slots", 1, MAX_SLOTS),
                  fields.count("threads-per-trial", 1, MAX_THREADS),
                  fields.duration("trial-timeout"),
                  fields.duration("slot-timeout").orElse(Execution.STANDARD.slotTimeout()),
                  checkpoints(fields),
                  gpus(fields));
            })
        .orElse(Execution.STANDARD);
  }

  private Checkpointing checkpoints(Fields execution) {
    Optional<Fields> fields =
        execution
            .section("checkpoints")
            .map(node -> new Fields(problems, "execution.checkpoints", node, CHECKPOINTS));
    Checkpointing standard = Checkpointing.STANDARD;
    return fields
        .map(
            of ->
                new Checkpointing(
                    of.duration("every").orElse(standard.every()),
                    of.integer("every-steps", 1, Long.MAX_VALUE).orElse(0),
                    of.word("keep", KEPT)
                        .map(word -> Checkpointing.Keep.valueOf(word.toUpperCase(Locale.ROOT)))
                        .orElse(standard.keep())))
        .orElse(standard);
  }

  private OptionalDouble gpus(Fields fields) {
    OptionalDouble gpus = fields.real(GPUS, 0.01, MAX_GPUS);
    if (gpus.isPresent() && !wholeOrEvenShare(gpus.getAsDouble())) {
      problems.add(
          fields.node(GPUS).orElseThrow(),
          EXECUTION + "." + GPUS,
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
    Set<String> keys = ordered(ModeNodes.WORD);
    keys.addAll(ModeNodes.names(tree));
    keys.addAll(ExecutionNodes.names(tree));
    keys.addAll(
        List.of(
            "retries",
            "slots",
            "threads-per-trial",
            "trial-timeout",
            "checkpoints",
            "slot-timeout",
            GPUS));
    return keys;
  }

  private static Set<String> ordered(String... words) {
    return new LinkedHashSet<>(List.of(words));
  }
}
