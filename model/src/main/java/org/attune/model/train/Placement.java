package org.attune.model.train;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Coverage;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Precision;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.Program;

/**
 * Where a trial computes: on the processor, or on a card of which it holds a share until it is
 * closed.
 *
 * @param session the share; empty on the processor
 * @param device what the tables say: {@code cpu}, or {@code gpu:0 NVIDIA H200 cuda 13.0}; after it,
 *     in brackets, why it is not the GPU that was asked for
 */
public record Placement(Optional<DeviceSession<?>> session, String device)
    implements AutoCloseable {

  public static final Parameter FALLBACK =
      Parameter.choice(
              "execution.fallback",
              "gpu_fallback",
              "with device gpu, what becomes of a trial that cannot run on one",
              List.of(
                  Option.of("cpu", "it runs on the processor, and its row says so", ""),
                  Option.of("refuse", "it is refused", "")))
          .added();

  public static final Parameter DEVICE =
      Parameter.choice(
              "execution.device",
              "computes_on",
              "what trials compute on",
              List.of(
                  Option.of(
                      "auto",
                      "a GPU where one is leased and every part has a kernel there, else the"
                          + " processor",
                      ""),
                  Option.of("cpu", "the processor", ""),
                  Option.of("gpu", "the GPU that is leased, or else the machine's first", "")))
          .added();

  public static final Parameter PRECISION =
      Parameter.choice(
              "execution.precision",
              "gpu_precision",
              "how exactly a GPU multiplies matrices",
              List.of(
                  Option.of("float32", "factors as they are", ""),
                  Option.of(
                      "tf32",
                      "factors rounded to 10 bits after the point, several times faster",
                      "")))
          .added();

  private static final String CPU = "cpu";
  private static final String REFUSE = "refuse";

  /** Everything about where a trial computes that can be set. */
  public static List<Parameter> parameters() {
    return List.of(DEVICE, PRECISION, FALLBACK);
  }

  /**
   * Finds the place that the settings ask for.
   *
   * @param leased what was given to the trial of a GPU, where something was
   * @throws IllegalArgumentException if a GPU is asked for, cannot serve, and nothing else will do
   */
  public static Placement of(
      Configuration settings, Signature signature, Optional<DeviceShare> leased) {
    return of(settings, signature, leased, (DeviceBackend<?>) Backends.named("cuda"));
  }

  static Placement of(
      Configuration settings,
      Signature signature,
      Optional<DeviceShare> leased,
      DeviceBackend<?> gpus) {
    String asked = settings.choice(DEVICE);
    if (asked.equals(CPU) || (asked.equals("auto") && leased.isEmpty())) {
      return new Placement(Optional.empty(), CPU);
    }
    Optional<String> missing = gpus.problem().or(() -> uncovered(settings, signature));
    if (missing.isEmpty()) {
      Precision precision = Precision.of(settings.choice(PRECISION));
      DeviceSession<?> session = gpus.open(leased.orElse(DeviceShare.whole(0)), precision);
      return new Placement(Optional.of(session), session.description());
    }
    if (asked.equals("gpu") && settings.choice(FALLBACK).equals(REFUSE)) {
      throw new IllegalArgumentException(
          "Cannot run on a GPU, and execution.fallback is refuse: " + missing.get());
    }
    return new Placement(
        Optional.empty(), asked.equals("gpu") ? CPU + " (" + missing.get() + ")" : CPU);
  }

  /**
   * Why no trial of this process can compute on a GPU any more; empty while some can, or where none
   * ever could.
   */
  public static Optional<String> lost() {
    return ((DeviceBackend<?>) Backends.named("cuda")).lost();
  }

  /** Whether a configuration asks for a GPU, leased or not. */
  public static boolean asksForGpu(Configuration settings) {
    return settings.choice(DEVICE).equals("gpu");
  }

  /** The primitives of a configuration's network that have no kernel on a GPU. */
  public static Set<String> without(Configuration settings, Signature signature) {
    Program program = new Program(1);
    Networks.of(settings, signature).describe(program);
    return Coverage.bridged(program, Backends.named("cuda")).keySet();
  }

  /** The reason why a configuration cannot train on a GPU: what has no kernel there. */
  public static Optional<String> uncovered(Configuration settings, Signature signature) {
    Set<String> bridged = without(settings, signature);
    return bridged.isEmpty()
        ? Optional.empty()
        : Optional.of("no GPU kernel for " + String.join(", ", bridged));
  }

  /** Why a configuration asks for what no GPU can do; empty where it does not. */
  public static Optional<String> conflict(Configuration settings, Signature signature) {
    boolean strict =
        settings.choice(DEVICE).equals("gpu") && settings.choice(FALLBACK).equals(REFUSE);
    return strict
        ? uncovered(settings, signature)
            .map(reason -> "execution.fallback: refuse, but there is " + reason)
        : Optional.empty();
  }

  /** Gives the share back. */
  @Override
  public void close() {
    session.ifPresent(DeviceSession::close);
  }
}
