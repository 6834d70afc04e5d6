package org.attune.model.cpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.elementwise.Elementwise;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.OperandLayout;
import org.attune.model.program.Pass;

/**
 * A fused expression, a block of rows at a time. Operands are spread over the block's rows in
 * cache, and each step is one loop over them. Steps that depend on places alone are computed once
 * ({@link PlaceTables}). The adjoint recomputes its other intermediates instead of keeping them.
 */
final class ElementwiseKernel implements Kernel {

  private final Grid grid;
  private final Floats out;
  private final Floats gradient;
  private final Spread whole; // of arrays with the grid's own layout
  private final Spread[] operands;
  private final List<Sink<Floats>> sinks;
  private final PlaceTables forwardTables;
  private final PlaceTables adjointTables;
  private final BlockProgram forward;
  private final BlockProgram adjoint;
  private final int blockRows;
  private final double[][] totals; // of operands broadcast over all tokens; null for others
  private final boolean idle; // no gradient is wanted

  ElementwiseKernel(Elementwise primitive, Operands<Floats> at) {
    grid = primitive.grid();
    out = at.out();
    gradient = at.outGradient();
    int count = primitive.inputs().size();
    whole = new Spread(grid, OperandLayout.of(grid));
    operands = new Spread[count];
    for (int a = 0; a < count; a++) {
      operands[a] = new Spread(grid, primitive.layouts().get(a));
    }
    sinks = IntStream.range(0, count).mapToObj(at::sink).toList();
    blockRows = Math.max(1, Scratch.CHUNK / 2 / grid.columns());
    forwardTables = new PlaceTables(primitive.recipe(), grid, count + 1, at);
    forward = program(forwardTables, at);
    idle = sinks.stream().noneMatch(Sink::wanted);
    boolean backward = at.backward() && !idle;
    adjointTables =
        backward ? new PlaceTables(primitive.adjoint(), grid, count + 1, at) : forwardTables;
    adjoint = backward ? program(adjointTables, at) : forward;
    totals = new double[count][];
    for (int a = 0; a < count; a++) {
      OperandLayout layout = primitive.layouts().get(a);
      totals[a] =
          layout.everywhere() && sinks.get(a).wanted()
              ? new double[sinks.get(a).buffer().columns]
              : null;
    }
  }

  /** A program over the operands, the gradient and the tables. */
  private BlockProgram program(PlaceTables tables, Operands<Floats> at) {
    List<Spread> spreads = new ArrayList<>(List.of(operands));
    List<Floats> values = new ArrayList<>();
    for (int a = 0; a < operands.length; a++) {
      values.add(at.in(a));
    }
    spreads.add(whole);
    values.add(gradient);
    tables.layouts().forEach(layout -> spreads.add(new Spread(grid, layout)));
    values.addAll(tables.numbers());
    return new BlockProgram(
        tables.recipe(),
        grid,
        blockRows * grid.columns(),
        new Scratch(at),
        spreads.toArray(Spread[]::new),
        values.toArray(Floats[]::new));
  }

  @Override
  public void forward(Pass pass) {
    forwardTables.fill();
    for (int row = 0; row < grid.rows(); row += blockRows) {
      int rows = Math.min(blockRows, grid.rows() - row);
      forward.run(row, rows);
      whole.blank(row, rows, forward.result(0));
      out.write(row, rows, forward.result(0));
    }
  }

  @Override
  public void backward() {
    if (idle) {
      return;
    }
    adjointTables.fill();
    for (int a = 0; a < operands.length; a++) {
      Sink<Floats> sink = sinks.get(a);
      if (totals[a] != null) {
        Arrays.fill(totals[a], 0);
      } else if (sink.wanted() && !operands[a].isWhole() && !sink.adds()) {
        sink.buffer().fill(0);
      }
    }
    for (int row = 0; row < grid.rows(); row += blockRows) {
      int rows = Math.min(blockRows, grid.rows() - row);
      adjoint.run(row, rows);
      for (int a = 0; a < operands.length; a++) {
        if (sinks.get(a).wanted()) {
          whole.blank(row, rows, adjoint.result(a));
          give(a, row, rows, adjoint.result(a));
        }
      }
    }
    for (int a = 0; a < operands.length; a++) {
      if (totals[a] != null) {
        Floats sink = sinks.get(a).buffer();
        for (int c = 0; c < sink.columns; c++) {
          sink.at(0, c, (float) (totals[a][c] + (sinks.get(a).adds() ? sink.at(0, c) : 0)));
        }
      }
    }
  }

  private void give(int a, int row, int rows, float[] slopes) {
    if (totals[a] != null) {
      operands[a].total(row, rows, slopes, totals[a]);
    } else if (operands[a].isWhole()) {
      Floats.give(sinks.get(a), row, rows, slopes);
    } else {
      operands[a].collect(row, rows, slopes, sinks.get(a).buffer());
    }
  }
}
