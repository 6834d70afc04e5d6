package org.attune.model.network;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Matmul.matmul;

import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A multilayer perceptron, row by row: affine layers with a function between them.
 *
 * @param name prefix of its parameters
 * @param layers number of affine layers, at least 1
 * @param hidden width between them
 * @param outputs width after the last layer
 * @param between function on hidden numbers
 * @param last width before the last layer
 */
record Perceptron(String name, int layers, int hidden, int outputs, Pointwise between, int last) {

  /** Makes a perceptron whose hidden layers have one width. */
  Perceptron(String name, int layers, int hidden, int outputs, Pointwise between) {
    this(name, layers, hidden, outputs, between, hidden);
  }

  /** Makes a perceptron with ReLUs. */
  Perceptron(String name, int layers, int hidden, int outputs) {
    this(name, layers, hidden, outputs, Pointwise.RELU);
  }

  /** Returns this perceptron with another width before the last layer; 0 leaves it. */
  Perceptron withLast(int width) {
    return new Perceptron(name, layers, hidden, outputs, between, width == 0 ? hidden : width);
  }

  /** Maps (rows, columns) to (rows, outputs). */
  Value of(Value x) {
    Program p = Program.of(x);
    Value h = x;
    for (int layer = 0; layer < layers; layer++) {
      int width = layer == layers - 1 ? outputs : layer == layers - 2 ? last : hidden;
      Init init = Init.uniform(1 / Math.sqrt(h.columns()));
      Value w = p.parameter(name + "-weight" + layer, init, h.columns(), width);
      Value b = p.parameter(name + "-bias" + layer, init, 1, width);
      h = add(matmul(h, w), b); // (rows, width)
      h = layer == layers - 1 ? h : apply(between, h);
    }
    return h;
  }
}
