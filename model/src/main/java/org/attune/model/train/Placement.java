package org.attune.model.train;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Coverage;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceLease;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Precision;
import org.attune.model.layer.Training;
import org.attune.model.network.Networks;
import org.attune.model.network.Parametrisation;
import org.attune.model.network.Recompute;
import org.attune.model.network.Signature;
import org.attune.model.program.Program;

/**
 * The device of a trial: the processor, or a share of a GPU that the trial holds until it is
 * closed.
 *
 * @param session the share; empty on the processor
 * @param device entry in the tables: {@code cpu}, or {@code gpu:0 NVIDIA H200 cuda 13.0}. If a
 *     requested or leased GPU was not usable, the reason follows in brackets
 */
public record Placement(Optional<DeviceSession<?>> session, String device)
    implements AutoCloseable {

  public enum Fallback {
    CPU,
    REFUSE
  }

  public enum Device {
    AUTO,
    CPU,
    GPU
  }

  public static final Choice<Fallback> FALLBACK =
      Choice.of(
              Fallback.class,
              "execution.fallback",
              "gpu_fallback",
              "with device gpu, what becomes of a trial that cannot run on one",
              List.of(
                  Option.of(Fallback.CPU, "it runs on the processor, and its row says so", ""),
                  Option.of(Fallback.REFUSE, "it is refused", "")))
          .added();

  public static final Choice<Device> DEVICE =
      Choice.of(
              Device.class,
              "execution.device",
              "computes_on",
              "what trials compute on",
              List.of(
                  Option.of(
                      Device.AUTO,
                      "a GPU where one is leased and every part has a kernel there, else the"
                          + " processor",
                      ""),
                  Option.of(Device.CPU, "the processor", ""),
                  Option.of(Device.GPU, "the GPU that is leased, or else the machine's first", "")))
          .added();

  public static final Choice<Precision> PRECISION =
      Choice.of(
              Precision.class,
              "execution.precision",
              "gpu_precision",
              "how exactly a GPU multiplies matrices",
              List.of(
                  Option.of(Precision.FLOAT32, "factors as they are", ""),
                  Option.of(
                      Precision.TF32,
                      "factors rounded to 10 bits after the point, several times faster",
                      "")))
          .added();

  private static final String CPU = "cpu";

  /** Returns all parameters of placement. */
  public static List<Parameter> parameters() {
    return List.of(DEVICE.parameter(), PRECISION.parameter(), FALLBACK.parameter());
  }

  /**
   * Chooses the device that the settings ask for.
   *
   * @param leased the trial's GPU share, if it has one
   * @throws IllegalArgumentException if a GPU is requested but cannot serve, and the settings
   *     refuse the fallback
   */
  public static Placement of(
      Configuration settings, Signature signature, Optional<DeviceLease> leased) {
    return of(settings, signature, leased, (DeviceBackend<?>) Backends.named("cuda"));
  }

  static Placement of(
      Configuration settings,
      Signature signature,
      Optional<DeviceLease> leased,
      DeviceBackend<?> gpus) {
    Device asked = settings.choice(DEVICE);
    if (asked == Device.CPU || (asked == Device.AUTO && leased.isEmpty())) {
      return new Placement(Optional.empty(), CPU);
    }
    Optional<String> missing =
        gpus.problem()
            .or(() -> leased.flatMap(lease -> unknown(lease, gpus)))
            .or(() -> uncovered(settings, signature));
    if (missing.isEmpty()) {
      Precision precision = settings.choice(PRECISION);
      DeviceShare share =
          leased
              .map(lease -> new DeviceShare(gpus.device(lease.address()), lease.part()))
              .orElse(DeviceShare.whole(0));
      DeviceSession<?> session = gpus.open(share, precision);
      return new Placement(Optional.of(session), session.description());
    }
    if (asked == Device.GPU && settings.choice(FALLBACK) == Fallback.REFUSE) {
      throw new IllegalArgumentException(
          "Cannot run on a GPU, and execution.fallback is refuse: " + missing.get());
    }
    return new Placement(Optional.empty(), CPU + " (" + missing.get() + ")");
  }

  /**
   * Returns why no trial of this process can use a GPU any more. Empty if some still can, or if
   * none ever could.
   */
  public static Optional<String> lost() {
    return ((DeviceBackend<?>) Backends.named("cuda")).lost();
  }

  /** Returns why no trial of this process can use the GPU at an address any more, if any could. */
  public static Optional<String> lost(String address) {
    return ((DeviceBackend<?>) Backends.named("cuda")).lost(address);
  }

  /** Why this process cannot use a leased device: none, or several, have its address. */
  private static Optional<String> unknown(DeviceLease lease, DeviceBackend<?> gpus) {
    try {
      gpus.device(lease.address());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Whether a configuration requests a GPU, leased or not. */
  public static boolean asksForGpu(Configuration settings) {
    return settings.choice(DEVICE) == Device.GPU;
  }

  /** Returns what of a configuration's training has no GPU kernel: primitives and update rules. */
  public static Set<String> without(Configuration settings, Signature signature) {
    Program program = new Program(1);
    Networks.of(settings, signature).describe(program);
    Set<String> without = new TreeSet<>(Coverage.bridged(program, Backends.named("cuda")).keySet());
    if (settings.choice(Training.OPTIMIZER) == Training.Optimizer.MUON) {
      without.add("train.optimizer muon");
    }
    if (settings.choice(Parametrisation.KIND) == Parametrisation.Kind.MUP) {
      without.add("model.parametrisation mup");
    }
    if (settings.real(Training.EMBEDDING_RATE) > 0) {
      without.add("train.embedding-learning-rate");
    }
    if (settings.flag(Recompute.RECOMPUTE)) {
      without.add("train.recompute");
    }
    return without;
  }

  /** Returns why a configuration cannot train on a GPU: the primitives without a kernel. */
  public static Optional<String> uncovered(Configuration settings, Signature signature) {
    Set<String> bridged = without(settings, signature);
    return bridged.isEmpty()
        ? Optional.empty()
        : Optional.of("no GPU kernel for " + String.join(", ", bridged));
  }

  /** Returns why a configuration requests something that no GPU can do; empty if it does not. */
  public static Optional<String> conflict(Configuration settings, Signature signature) {
    boolean strict =
        settings.choice(DEVICE) == Device.GPU && settings.choice(FALLBACK) == Fallback.REFUSE;
    return strict
        ? uncovered(settings, signature)
            .map(reason -> "execution.fallback: refuse, but there is " + reason)
        : Optional.empty();
  }

  /** Releases the share. */
  @Override
  public void close() {
    session.ifPresent(DeviceSession::close);
  }
}
