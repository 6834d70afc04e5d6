package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Along;
import org.attune.model.program.Pass;

/** A sum, mean or maximum along each group of a row's columns. */
final class AlongKernel implements Kernel {

  private final Along primitive;
  private final int groups;
  private final int width;
  private final Floats x;
  private final Floats out;
  private final Floats gradient;
  private final Sink<Floats> xGradient;
  private final Scratch scratch;

  AlongKernel(Along primitive, Operands<Floats> at) {
    this.primitive = primitive;
    groups = primitive.groups();
    width = primitive.width();
    x = at.in(0);
    out = at.out();
    gradient = at.outGradient();
    xGradient = at.sink(0);
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    float[] in = scratch.array(0, x.columns);
    for (int row = 0; row < x.rows; row++) {
      int seen = primitive.seen(row);
      x.read(row, 1, in);
      for (int g = 0; g < groups; g++) {
        int from = g * width;
        out.at(
            row,
            g,
            switch (primitive.kind()) {
              case SUM -> ArrayMath.sum(in, from, from + seen);
              case MEAN -> ArrayMath.sum(in, from, from + seen) / seen;
              case MAX -> ArrayMath.max(in, from, from + seen);
            });
      }
    }
  }

  @Override
  public void backward() {
    float[] in = scratch.array(0, x.columns);
    float[] d = scratch.array(1, x.columns);
    for (int row = 0; row < x.rows; row++) {
      int seen = primitive.seen(row);
      Arrays.fill(d, 0, x.columns, 0);
      if (primitive.kind() == Along.Kind.MAX) {
        x.read(row, 1, in);
      }
      for (int g = 0; g < groups; g++) {
        int from = g * width;
        float own = gradient.at(row, g);
        switch (primitive.kind()) {
          case SUM -> Arrays.fill(d, from, from + seen, own);
          case MEAN -> Arrays.fill(d, from, from + seen, own / seen);
          case MAX -> d[first(in, from, seen)] = own;
        }
      }
      Floats.give(xGradient, row, 1, d);
    }
  }

  private static int first(float[] in, int from, int count) {
    int most = from;
    for (int c = from; c < from + count; c++) {
      if (in[c] > in[most]) {
        most = c;
      }
    }
    return most;
  }
}
