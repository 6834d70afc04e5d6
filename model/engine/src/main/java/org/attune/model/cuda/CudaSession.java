package org.attune.model.cuda;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.attune.model.cuda.device.Driver;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Memory;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.Precision;
import org.attune.model.engine.UpdateRule;
import org.attune.model.fusion.Fusion;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * One trial's session on a GPU: a backend that computes on its own stream. Close its programs,
 * stores and updates before the session.
 */
public final class CudaSession implements DeviceSession<DeviceBuffer>, CudaKernels {

  private final Lane lane;
  private final Set<Arena> arenas = new LinkedHashSet<>(); // open
  private final boolean records;
  private final Fusion fusion;
  private final String description;
  private boolean closed;

  /**
   * Opens the session.
   *
   * @param records whether steps are recorded as CUDA graphs
   */
  CudaSession(DeviceRuntime runtime, DeviceShare share, Precision precision, boolean records) {
    this(runtime, share, precision, records, Fusion.here());
  }

  /**
   * Opens the session with some of the fusion pass's rules.
   *
   * @param records whether steps are recorded as CUDA graphs
   */
  CudaSession(
      DeviceRuntime runtime,
      DeviceShare share,
      Precision precision,
      boolean records,
      Fusion fusion) {
    this.fusion = fusion;
    Driver driver = runtime.driver();
    lane = new Lane(runtime, share, precision == Precision.TF32);
    this.records = records;
    int version = driver.version();
    description =
        String.format(
            Locale.ROOT,
            "%s %s cuda %d.%d%s%s",
            runtime.name(),
            runtime.card().name(),
            version / 1000,
            version % 1000 / 10,
            driver.release().map(r -> " driver " + r).orElse(""),
            precision == Precision.TF32 ? " tf32" : "");
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public Memory<DeviceBuffer> memory(DataType type) {
    return arena();
  }

  private Arena arena() {
    Arena opened = new Arena(lane, records, arenas::remove);
    arenas.add(opened);
    return opened;
  }

  /** All rows: a few do not fill a GPU. */
  @Override
  public int rowsAtOnce(int cached) {
    return Integer.MAX_VALUE;
  }

  @Override
  public List<Program.Node> nodes(Program program) {
    return fusion.nodes(program, kernels()::covers);
  }

  @Override
  public ParameterStore<DeviceBuffer> store(
      List<ParameterSpec> specs, ParameterArrays arrays, DataType type) {
    return new ParameterStore<>(
        specs,
        arrays,
        arena(),
        (row, first, rows, columns) -> row.at(first, rows, columns, columns));
  }

  @Override
  public Optional<ParameterUpdate> update(
      ParameterStore<DeviceBuffer> store, UpdateRule rule, Predicate<ParameterSpec> decays) {
    return Optional.of(new CudaUpdate(store, rule, decays, lane, arena()));
  }

  @Override
  public long nodes() {
    return arenas.stream().mapToLong(Arena::nodes).sum();
  }

  @Override
  public long bytes() {
    return lane.stream().movedBytes();
  }

  /** Releases the trial's share of the GPU. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      arenas.forEach(arena -> lane.hold(arena::close)); // those left open by a failed construction
      lane.close();
    }
  }
}
