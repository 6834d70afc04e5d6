package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.StrongMessages;
import org.attune.model.program.Pass;

/** {@link StrongMessages}: a product for each head of each sequence, and the norms of its rows. */
final class StrongMessagesKernel extends PairKernel {

  private final StrongMessages strong;
  private final int heads;
  private final int length;
  private final HeadPanels values;
  private final Panel projection; // a head's rows of the projection
  private final Floats messages;
  private final Panel product;

  StrongMessagesKernel(StrongMessages strong, Operands<Floats> at) {
    super(at);
    this.strong = strong;
    heads = strong.median().columns();
    length = strong.v().length();
    int width = strong.v().columns() / heads;
    int columns = strong.w().columns();
    values = HeadPanels.ofTokens(input, heads, length);
    projection = second.panel(width, columns);
    messages = at.keep((long) length * columns).sharing(0, length, columns, columns);
    product = messages.panel(length, columns);
  }

  @Override
  public void forward(Pass pass) {
    int rows = output.rows;
    double[] seen = new double[rows * heads]; // head by head
    for (int h = 0; h < heads; h++) {
      double least = strong.threshold() * at.in(2).at(0, h);
      for (int b = 0; b < at.batch(); b++) {
        product.product(0, 1, values.at(b, h), projection.number(h));
        for (int t = 0; t < length; t++) {
          double norm = norm(t);
          seen[h * rows + b * length + t] = norm;
          output.at(b * length + t, h, norm < least ? 0 : 1);
        }
      }
    }
    if (pass.training()) {
      pass.observations().add(strong.median(), seen);
    }
  }

  private double norm(int row) {
    int from = messages.row(row);
    return Math.sqrt(ArrayMath.dot(messages.data, messages.data, from, from + messages.columns));
  }

  @Override
  public void backward() {
    // a choice has no gradient
  }
}
