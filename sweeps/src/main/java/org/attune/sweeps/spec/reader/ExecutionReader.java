package org.attune.sweeps.spec.reader;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.spec.Checkpointing;
import org.attune.sweeps.spec.ExecutionSettings;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.JsonSchemas;
import org.attune.sweeps.spec.form.Key;

/** Reads the section {@code execution}: how trials are run. */
final class ExecutionReader {

  private static final Key<String> MODE = // of catalogs without modes; others have a parameter
      new Key<>("mode", Form.oneOf(List.of("fan-out")), "one trial in each slot");
  private static final Key<Integer> RETRIES =
      new Key<>(
          "retries",
          Form.count(0, 100),
          "tries more after a transient fault, a timeout or running out of memory");
  private static final Key<Integer> SLOTS =
      new Key<>("slots", Form.count(1, 100_000), "trials at a time");
  private static final Key<Integer> THREADS =
      new Key<>("threads-per-trial", Form.count(1, 1_024), "threads that each trial computes on");
  private static final Key<Duration> TIMEOUT =
      Key.time("trial-timeout", "after which an attempt is ended");
  private static final Key<Duration> SLOT_TIMEOUT =
      Key.time(
          "slot-timeout",
          "after which a run is given up whose next trial takes more slots at once than there are");
  private static final Key<Double> GPUS =
      new Key<>(
          "gpus-per-trial", Form.real(0.01, 64), "whole GPUs, or a share of one, such as 0.5");
  private static final Key<Duration> EVERY = Key.time("every", "when this much time has passed");
  private static final Key<Long> EVERY_STEPS =
      new Key<>(
          "every-steps",
          Form.integer(1, Long.MAX_VALUE),
          "the number of steps between two further ones");
  private static final Key<Checkpointing.Keep> KEEP =
      new Key<>(
          "keep",
          Form.oneOf(Checkpointing.Keep.class),
          "whose last state stays when its trial has ended");
  private static final Key<Fields> CHECKPOINTS =
      Key.section("checkpoints", "when trials write their state", EVERY, EVERY_STEPS, KEEP);
  private static final List<Key<?>> KEYS =
      List.of(MODE, RETRIES, SLOTS, THREADS, TIMEOUT, CHECKPOINTS, SLOT_TIMEOUT, GPUS);

  static final Key<Given> EXECUTION = new Key<>("execution", Form.either(), "how trials are run");

  private ExecutionReader() {}

  static ExecutionSettings read(Fields top, ParameterTree tree) {
    ExecutionSettings standard = ExecutionSettings.STANDARD;
    return EXECUTION
        .in(top)
        .filter(given -> given.mapping().isPresent())
        .map(
            given -> {
              Set<String> named = new LinkedHashSet<>(ExecutionNodes.keys(tree).keySet());
              named.addAll(Key.names(KEYS));
              Fields fields = Key.fields(given, KEYS, named);
              MODE.in(fields);
              return new ExecutionSettings(
                  RETRIES.in(fields).orElse(standard.retries()),
                  SLOTS.in(fields).map(OptionalInt::of).orElse(standard.slots()),
                  THREADS.in(fields).map(OptionalInt::of).orElse(standard.threadsPerTrial()),
                  TIMEOUT.in(fields),
                  SLOT_TIMEOUT.in(fields).orElse(standard.slotTimeout()),
                  CHECKPOINTS
                      .in(fields)
                      .map(ExecutionReader::checkpoints)
                      .orElse(standard.checkpoints()),
                  gpus(fields));
            })
        .orElse(standard);
  }

  private static Checkpointing checkpoints(Fields fields) {
    Checkpointing standard = Checkpointing.STANDARD;
    return new Checkpointing(
        EVERY.in(fields).orElse(standard.every()),
        EVERY_STEPS.in(fields).orElse(standard.everySteps()),
        KEEP.in(fields).orElse(standard.keep()));
  }

  /**
   * The GPUs of a trial: whole ones, or at most a half. 0.33 stands for a third: one GPU takes as
   * many whole trials as fit.
   */
  private static OptionalDouble gpus(Fields fields) {
    OptionalDouble gpus = GPUS.in(fields).map(OptionalDouble::of).orElse(OptionalDouble.empty());
    double number = gpus.orElse(0);
    if (number > 0.5 && number != Math.rint(number)) {
      GPUS.at(fields)
          .refuse(
              "%s must be a whole number of GPUs, or a share that divides one: 0.5, 0.33, 0.25, 0.2 ..."
                  .formatted(number));
    }
    return gpus;
  }

  /**
   * The schema of the section.
   *
   * @param parameters of the section, by their names in it; these affect numbers
   */
  static Map<String, Object> schema(Map<String, Object> parameters) {
    Map<String, Object> keys = new LinkedHashMap<>(Key.schemas(KEYS));
    keys.putAll(parameters);
    return JsonSchemas.object(keys);
  }
}
