package org.attune.model.fusion;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Buffer;
import org.attune.model.engine.KernelTable;
import org.attune.model.engine.Memory;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.UpdateRule;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.nd4j.linalg.api.buffer.DataType;

/** A backend whose programs the fusion pass goes over; formulas stand in for missing kernels. */
record FusedBackend<B extends Buffer>(Backend<B> backend, Fusion fusion) implements Backend<B> {

  @Override
  public List<Program.Node> nodes(Program program) {
    return fusion.nodes(program, primitive -> true);
  }

  @Override
  public String name() {
    return backend.name();
  }

  @Override
  public boolean computes(DataType type) {
    return backend.computes(type);
  }

  @Override
  public Memory<B> memory(DataType type) {
    return backend.memory(type);
  }

  @Override
  public int rowStride(int columns) {
    return backend.rowStride(columns);
  }

  @Override
  public KernelTable<B> kernels() {
    return backend.kernels();
  }

  @Override
  public ParameterStore<B> store(List<ParameterSpec> specs, ParameterArrays arrays, DataType type) {
    return backend.store(specs, arrays, type);
  }

  @Override
  public Optional<ParameterUpdate> update(
      ParameterStore<B> store, UpdateRule rule, Predicate<ParameterSpec> decays) {
    return backend.update(store, rule, decays);
  }
}
