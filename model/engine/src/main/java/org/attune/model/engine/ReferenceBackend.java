package org.attune.model.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Formulas in ND4J operations, in any floating type: the reference that kernels are tested against.
 */
final class ReferenceBackend implements Backend<ArrayBuffer> {

  private final KernelTable<ArrayBuffer> none = new KernelTable<>();

  @Override
  public String name() {
    return "reference";
  }

  @Override
  public boolean computes(DataType type) {
    return type.isFPType();
  }

  @Override
  public int rowStride(int columns) {
    return columns;
  }

  @Override
  public boolean recomputes() {
    return true;
  }

  @Override
  public KernelTable<ArrayBuffer> kernels() {
    return none;
  }

  @Override
  public Memory<ArrayBuffer> memory(DataType type) {
    return new Blocks(type);
  }

  @Override
  public ParameterStore<ArrayBuffer> store(
      List<ParameterSpec> specs, ParameterArrays arrays, DataType type) {
    return new ParameterStore<>(
        specs,
        arrays,
        memory(type),
        (row, first, rows, columns) ->
            new ArrayBuffer(Views.matrix(row.array(), first, rows, columns)));
  }

  @Override
  public Optional<ParameterUpdate> update(
      ParameterStore<ArrayBuffer> store, UpdateRule rule, Predicate<ParameterSpec> decays) {
    return Optional.empty(); // the caller applies a rule of its own
  }

  /** Blocks outside ND4J's workspaces. */
  private static final class Blocks implements Memory<ArrayBuffer> {
    private final DataType type;
    private final List<INDArray> blocks = new ArrayList<>();

    Blocks(DataType type) {
      this.type = type;
    }

    @Override
    public ArrayBuffer block(long elements) {
      INDArray block = Nd4j.createUninitializedDetached(type, 1, elements).assign(0);
      blocks.add(block);
      return new ArrayBuffer(block);
    }

    @Override
    public ArrayBuffer view(ArrayBuffer block, int[] shape, int stride) {
      return new ArrayBuffer(
          Views.dense(block.array(), 0, Arrays.stream(shape).asLongStream().toArray()));
    }

    @Override
    public ArrayBuffer columns(ArrayBuffer matrix, int from, int to) {
      return new ArrayBuffer(Views.columns(matrix.array(), from, to));
    }

    @Override
    public ArrayBuffer input(int[] shape, int stride, boolean whole) {
      INDArray block =
          Nd4j.createUninitializedDetached(
              whole ? DataType.INT32 : type, Arrays.stream(shape).asLongStream().toArray());
      block.assign(0);
      blocks.add(block);
      return new ArrayBuffer(block);
    }

    @Override
    public void fill(ArrayBuffer buffer, double number) {
      buffer.array().assign(number);
    }

    @Override
    public void add(ArrayBuffer target, ArrayBuffer addend) {
      target.array().addi(addend.array());
    }

    @Override
    public long bytes() {
      return blocks.stream().mapToLong(b -> b.length() * b.dataType().width()).sum();
    }

    @Override
    public void close() {
      blocks.forEach(INDArray::close);
    }
  }
}
