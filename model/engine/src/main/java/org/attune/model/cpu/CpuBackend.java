package org.attune.model.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.attune.model.cpu.linear.Algebra;
import org.attune.model.cpu.linear.Canary;
import org.attune.model.engine.Backend;
import org.attune.model.engine.KernelTable;
import org.attune.model.engine.Memory;
import org.attune.model.engine.OversizeException;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.UpdateRule;
import org.attune.model.program.ParameterSpec;
import org.nd4j.linalg.api.buffer.DataType;

/** Kernels in plain Java over heap arrays, in float32. */
public final class CpuBackend implements Backend<Floats> {

  private static final KernelTable<Floats> KERNELS = CpuKernelTable.table();

  /** Warns once that products are slow here, before the first program runs. */
  private static final class Warning {
    static {
      Canary.complaint().ifPresent(System.err::println);
    }

    static void once() {}
  }

  @Override
  public String name() {
    return "cpu";
  }

  @Override
  public boolean computes(DataType type) {
    return type == DataType.FLOAT;
  }

  /**
   * Rows whose starts are a power of two apart compete for the same cache sets; 16 extra floats
   * avoid that.
   */
  @Override
  public int rowStride(int columns) {
    return columns >= 128 && columns % 128 == 0 ? columns + 16 : columns;
  }

  @Override
  public boolean recomputes() {
    return true;
  }

  @Override
  public KernelTable<Floats> kernels() {
    return KERNELS;
  }

  @Override
  public Memory<Floats> memory(DataType type) {
    Warning.once();
    return new Heap();
  }

  @Override
  public Optional<Memory<Floats>> counting() {
    return Optional.of(new Counted());
  }

  @Override
  public ParameterStore<Floats> store(
      List<ParameterSpec> specs, ParameterArrays arrays, DataType type) {
    return new ParameterStore<>(
        specs,
        arrays,
        new Heap(),
        (row, first, rows, columns) ->
            row.sharing(row.start + Math.toIntExact(first), rows, columns, columns));
  }

  @Override
  public Optional<ParameterUpdate> update(
      ParameterStore<Floats> store, UpdateRule rule, Predicate<ParameterSpec> decays) {
    if (rule instanceof UpdateRule.MuonRule muon) {
      return Optional.of(new MuonUpdate(store, muon, decays));
    } else if (rule instanceof UpdateRule.GroupedAdam grouped) {
      return Optional.of(FlatUpdate.of(store, grouped, decays));
    }
    return Optional.of(new FlatUpdate(store, rule, decays));
  }

  /** Memory with a separate array for each block. */
  private static class Heap implements Memory<Floats> {

    private final List<float[]> blocks = new ArrayList<>();
    final Algebra algebra = new Algebra(); // only one thread at a time works in this memory

    @Override
    public Floats block(long elements) {
      int size = OversizeException.require(elements);
      float[] block = new float[size];
      blocks.add(block);
      return new Floats(block, 0, 1, size, size, algebra);
    }

    @Override
    public Floats view(Floats block, int[] shape, int stride) {
      int rows = 1;
      for (int i = 0; i < shape.length - 1; i++) {
        rows *= shape[i];
      }
      return block.sharing(0, rows, shape[shape.length - 1], stride);
    }

    @Override
    public Floats columns(Floats matrix, int from, int to) {
      return matrix.sharing(matrix.start + from, matrix.rows, to - from, matrix.stride);
    }

    @Override
    public Floats input(int[] shape, int stride, boolean whole) {
      return view(block((long) shape[0] * stride), shape, stride);
    }

    @Override
    public void fill(Floats buffer, double number) {
      buffer.fill((float) number);
    }

    @Override
    public void add(Floats target, Floats addend) {
      target.add(addend);
    }

    @Override
    public long bytes() {
      return blocks.stream().mapToLong(b -> (long) b.length * Float.BYTES).sum();
    }

    @Override
    public void close() {
      blocks.clear();
    }
  }

  /** Memory that allocates no elements and counts the bytes it would take. */
  private static final class Counted extends Heap {

    private static final float[] NOTHING = {};

    private long bytes;

    @Override
    public Floats block(long elements) {
      int size = OversizeException.require(elements);
      bytes += (long) size * Float.BYTES;
      return new Floats(NOTHING, 0, 1, size, 0, algebra);
    }

    @Override
    public long bytes() {
      return bytes;
    }
  }
}
