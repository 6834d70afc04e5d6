package org.attune.model.cpu;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.cpu.Pieces.Walk;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Beside;
import org.attune.model.primitive.EverySequence;
import org.attune.model.primitive.HeadMean;
import org.attune.model.primitive.HeadRepeat;
import org.attune.model.primitive.RowMean;
import org.attune.model.primitive.RowRange;
import org.attune.model.primitive.RowRepeat;
import org.attune.model.primitive.Stack;
import org.attune.model.primitive.Unstack;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Primitives that only move numbers: copies, whose adjoints are sums, and sums, whose adjoints are
 * copies.
 */
final class Rearranged {

  private static final Walk ROWS = Walk.of(0, 0, 1); // one after the other

  private Rearranged() {}

  /** The output consists of pieces of the arguments. */
  private record Copies(Operands<Floats> at, List<Pieces> ofArguments) implements Kernel {

    Copies(Operands<Floats> at, Pieces only) {
      this(at, List.of(only));
    }

    @Override
    public void forward(Pass pass) {
      for (int a = 0; a < ofArguments.size(); a++) {
        ofArguments.get(a).copy(at.in(a), at.out(), 1, false);
      }
    }

    @Override
    public void backward() {
      for (int a = 0; a < ofArguments.size(); a++) {
        if (at.sink(a).wanted()) {
          Floats gradient = at.sink(a).buffer();
          ofArguments.get(a).collect(at.outGradient(), gradient, 1, at.sink(a).adds());
        }
      }
    }
  }

  /** The output sums pieces of the argument. */
  private record Sums(Operands<Floats> at, Pieces ofOutput, float factor) implements Kernel {

    @Override
    public void forward(Pass pass) {
      ofOutput.collect(at.in(0), at.out(), factor, false);
    }

    @Override
    public void backward() {
      if (at.sink(0).wanted()) {
        ofOutput.copy(at.outGradient(), at.sink(0).buffer(), factor, at.sink(0).adds());
      }
    }
  }

  static Kernel stack(Stack p, Operands<Floats> at) {
    return new Copies(at, stacked(p.x().length(), p.heads(), p.x().columns(), at.batch()));
  }

  static Kernel unstack(Unstack p, Operands<Floats> at) {
    Value x = p.x();
    Pieces stacked = stacked(x.size(2), x.size(1), x.size(1) * x.size(3), x.size(0));
    return new Copies(
        at, new Pieces(stacked.counts(), stacked.length(), stacked.copy(), stacked.source()));
  }

  /** Rows (B·T, H·c) as a stack (B, H, T, c). */
  private static Pieces stacked(int length, int heads, int columns, int batch) {
    int width = columns / heads;
    int[] counts = {batch, heads, length};
    Walk rows = Walk.of(length, 0, 1).along(0, width, 0);
    return new Pieces(counts, width, rows, Walk.of(heads * length, length, 1));
  }

  static Kernel rowRange(RowRange p, Operands<Floats> at) {
    int count = p.to() - p.from();
    int[] counts = {at.batch(), 1, count};
    Walk source = Walk.of(p.x().length(), 0, 1).from(p.from(), 0);
    return new Copies(at, new Pieces(counts, p.x().columns(), source, Walk.of(count, 0, 1)));
  }

  static Kernel rowRepeat(RowRepeat p, Operands<Floats> at) {
    return new Copies(at, repeatedRows(p.x().rows(), p.times(), p.x().columns()));
  }

  static Kernel rowMean(RowMean p, Operands<Floats> at) {
    int length = p.x().length();
    return new Sums(at, repeatedRows(at.batch(), length, p.x().columns()), 1f / length);
  }

  private static Pieces repeatedRows(int rows, int times, int columns) {
    int[] counts = {rows, 1, times};
    return new Pieces(counts, columns, Walk.of(1, 0, 0), Walk.of(times, 0, 1));
  }

  static Kernel everySequence(EverySequence p, Operands<Floats> at) {
    int rows = p.x().rows();
    int[] counts = {at.batch(), 1, rows};
    return new Copies(at, new Pieces(counts, p.x().columns(), ROWS, Walk.of(rows, 0, 1)));
  }

  static Kernel headRepeat(HeadRepeat p, Operands<Floats> at) {
    int rows = p.x().rows();
    return new Copies(at, repeatedHeads(rows, p.groups(), p.times(), p.x().columns()));
  }

  static Kernel headMean(HeadMean p, Operands<Floats> at) {
    int width = p.x().columns() / p.heads();
    return new Sums(at, repeatedHeads(p.x().rows(), 1, p.heads(), width), 1f / p.heads());
  }

  /** Repeats each group of a row's columns. */
  private static Pieces repeatedHeads(int rows, int groups, int times, int columns) {
    int width = columns / groups;
    int[] counts = {rows, groups, times};
    Walk row = Walk.of(1, 0, 0);
    return new Pieces(counts, width, row.along(0, width, 0), row.along(0, times * width, width));
  }

  static Kernel beside(Beside p, Operands<Floats> at) {
    List<Pieces> parts = new ArrayList<>();
    int column = 0;
    for (Value part : p.parts()) {
      int[] counts = {1, 1, part.rows()};
      parts.add(new Pieces(counts, part.columns(), ROWS, ROWS.from(0, column)));
      column += part.columns();
    }
    return new Copies(at, parts);
  }
}
