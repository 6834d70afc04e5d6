package org.attune.model.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Program.Node;
import org.attune.model.program.Value;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A primitive's formula used as a kernel. On the reference backend it works on the arrays directly.
 * On other backends it is a bridge: it copies arguments to the host and results back.
 */
final class FormulaKernel<B extends Buffer> implements Kernel {

  private final class Side implements Argument {
    private final Value value;
    private final B values;
    private final @Nullable B given; // the output's gradient
    private final Sink<B> sink;
    private @Nullable INDArray array; // on the host, once asked for
    private @Nullable INDArray gradient;

    Side(Value value, B values, @Nullable B given, Sink<B> sink) {
      this.value = value;
      this.values = values;
      this.given = given;
      this.sink = sink;
    }

    @Override
    public Value value() {
      return value;
    }

    @Override
    public INDArray array() {
      if (values instanceof ArrayBuffer buffer) {
        return buffer.array();
      }
      if (array == null) {
        boolean whole = Program.of(value).isInteger(value.root());
        array = Nd4j.createUninitializedDetached(whole ? DataType.INT32 : type, sizes());
      }
      return array;
    }

    @Override
    public INDArray gradient() {
      if (given == null) {
        throw new UnsupportedOperationException("No gradient of " + value + " to read here");
      }
      if (given instanceof ArrayBuffer buffer) {
        return buffer.array();
      }
      if (gradient == null) {
        gradient = Nd4j.createUninitializedDetached(type, sizes());
      }
      return gradient;
    }

    @Override
    public boolean wantsGradient() {
      return sink.wanted();
    }

    @Override
    public void addGradient(INDArray contribution) {
      if (sink.buffer() instanceof ArrayBuffer buffer) {
        if (sink.adds()) {
          buffer.array().addi(contribution);
        } else {
          buffer.array().assign(contribution);
        }
        return;
      }
      INDArray sum = contribution.castTo(type).dup('c').reshape('c', sizes());
      if (sink.adds()) {
        INDArray old = Nd4j.createUninitializedDetached(type, sizes());
        sink.buffer().store(old);
        sum.addi(old);
        old.close();
      }
      sink.buffer().load(sum, 0);
      sum.close();
    }

    /** Copies values from the backend to the host. */
    void fetch() {
      if (!(values instanceof ArrayBuffer)) {
        values.store(array());
      }
    }

    private long[] sizes() {
      return Arrays.stream(value.shape()).asLongStream().toArray();
    }
  }

  private final Node node;
  private final Operands<B> operands;
  private final DataType type;
  private final List<Side> arguments = new ArrayList<>();
  private final Side output;
  private final Formula formula;

  FormulaKernel(Node node, Operands<B> operands, DataType type) {
    this.node = node;
    this.operands = operands;
    this.type = type;
    List<Value> inputs = node.primitive().inputs();
    for (int a = 0; a < inputs.size(); a++) {
      arguments.add(new Side(inputs.get(a), operands.in(a), null, operands.sink(a)));
    }
    output = new Side(node.output(), operands.out(), operands.outGradient(), Sink.unwanted());
    formula = node.primitive().formula(arguments());
  }

  private Arguments arguments() {
    return new Arguments() {
      @Override
      public Argument in(int argument) {
        return arguments.get(argument);
      }

      @Override
      public Argument out() {
        return output;
      }

      @Override
      public int node() {
        return operands.node();
      }
    };
  }

  @Override
  public void forward(Pass pass) {
    arguments.forEach(Side::fetch);
    formula.forward(pass);
    if (!(operands.out() instanceof ArrayBuffer)) {
      operands.out().load(output.array(), 0);
    }
  }

  @Override
  public void backward() {
    if (!(operands.out() instanceof ArrayBuffer)) {
      for (int a = 0; a < arguments.size(); a++) {
        if (node.primitive().keeps(a)) {
          arguments.get(a).fetch();
        }
      }
      if (node.primitive().keepsOutput()) {
        output.fetch();
      }
      operands.outGradient().store(output.gradient());
    }
    formula.backward();
  }
}
