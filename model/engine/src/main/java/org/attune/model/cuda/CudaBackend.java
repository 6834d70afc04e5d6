package org.attune.model.cuda;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.Installation;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Memory;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.Precision;
import org.attune.model.engine.UpdateRule;
import org.attune.model.program.ParameterSpec;
import org.nd4j.linalg.api.buffer.DataType;

/** NVIDIA GPUs, in float32. CUDA is looked up on first use. */
public final class CudaBackend implements DeviceBackend<DeviceBuffer>, CudaKernels {

  private final Map<Integer, DeviceRuntime> cards = new ConcurrentHashMap<>(); // in use

  /** Compiled kernels, kept for all sessions of this process. */
  private static final class CompiledKernels {
    static final Cubins CUBINS =
        new Cubins(Installation.here().compiler().orElseThrow(), Cubins.usersFolder());
  }

  private final Supplier<Installation> installation;
  private final Supplier<Cubins> cubins;

  public CudaBackend() {
    this(Installation::here, () -> CompiledKernels.CUBINS);
  }

  CudaBackend(Supplier<Installation> installation, Supplier<Cubins> cubins) {
    this.installation = installation;
    this.cubins = cubins;
  }

  @Override
  public Optional<String> problem() {
    List<String> problems = installation.get().problems();
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
  }

  @Override
  public int device(String address) {
    return installation.get().addresses().orElseThrow().ordinal(address);
  }

  @Override
  public Optional<String> lost() {
    return DeviceRuntime.problem(cards.values());
  }

  @Override
  public Optional<String> lost(String address) {
    return cards.isEmpty() // no trial has used a card, or there is none
        ? Optional.empty()
        : Optional.ofNullable(cards.get(device(address))).flatMap(DeviceRuntime::problem);
  }

  @Override
  public DeviceSession<DeviceBuffer> open(
      DeviceShare share, Precision precision, boolean recorded) {
    Installation installed = installation.get();
    problem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException("Cannot compute on a GPU: " + problem);
            });
    List<DeviceFacts> cards = installed.cards();
    if (share.device() < 0 || share.device() >= cards.size()) {
      throw new IllegalArgumentException(
          "No GPU %d: there are %d, from 0".formatted(share.device(), cards.size()));
    }
    DeviceRuntime runtime =
        this.cards.computeIfAbsent(
            share.device(),
            device ->
                new DeviceRuntime(
                    installed.driver().orElseThrow(),
                    installed.blas().orElseThrow(),
                    cubins.get(),
                    device));
    return new CudaSession(runtime, share, precision, recorded);
  }

  @Override
  public Memory<DeviceBuffer> memory(DataType type) {
    throw withoutSession();
  }

  @Override
  public ParameterStore<DeviceBuffer> store(
      List<ParameterSpec> specs, ParameterArrays arrays, DataType type) {
    throw withoutSession();
  }

  @Override
  public Optional<ParameterUpdate> update(
      ParameterStore<DeviceBuffer> store, UpdateRule rule, Predicate<ParameterSpec> decays) {
    throw withoutSession();
  }

  private static IllegalStateException withoutSession() {
    return new IllegalStateException("Cannot compute on 'cuda' itself: open a session on a card");
  }
}
