package org.attune.model.engine;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Program.Node;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The formulas in float64, but what each of them gives, values and gradients, is a number of
 * float32: the one above or the one below, by chance and the more probable the nearer it is. So
 * results differ from draw to draw as those of kernels do that store float32 and compute exactly
 * (Parker, Monte Carlo Arithmetic, 1997). What float32 can say, such as 0 and 1, stays as it is.
 */
public final class RoundedResults implements Backend<ArrayBuffer> {

  private final Backend<ArrayBuffer> formulas = new ReferenceBackend();
  private final KernelTable<ArrayBuffer> kernels = new KernelTable<>();
  private final SplittableRandom random;

  /**
   * @param program whose primitives it has
   * @param draw the seed of the roundings
   */
  public RoundedResults(Program program, long draw) {
    random = new SplittableRandom(draw);
    program.nodes().stream()
        .map(node -> node.primitive().getClass())
        .distinct()
        .forEach(kind -> kernels.with(kind, this::kernel));
  }

  @Override
  public String name() {
    return "rounded";
  }

  @Override
  public boolean computes(DataType type) {
    return type == DataType.DOUBLE;
  }

  @Override
  public Memory<ArrayBuffer> memory(DataType type) {
    return formulas.memory(type);
  }

  @Override
  public int rowStride(int columns) {
    return formulas.rowStride(columns);
  }

  @Override
  public ParameterStore<ArrayBuffer> store(
      List<ParameterSpec> specs, ParameterArrays arrays, DataType type) {
    return formulas.store(specs, arrays, type);
  }

  @Override
  public Optional<ParameterUpdate> update(
      ParameterStore<ArrayBuffer> store, UpdateRule rule, Predicate<ParameterSpec> decays) {
    return Optional.empty();
  }

  @Override
  public KernelTable<ArrayBuffer> kernels() {
    return kernels;
  }

  private Kernel kernel(Primitive primitive, Operands<ArrayBuffer> operands) {
    Node node = Program.of(primitive.inputs().get(0)).nodes().get(operands.node());
    return new Rounded(new FormulaKernel<>(node, operands, DataType.DOUBLE), operands);
  }

  private final class Rounded implements Kernel {
    private final Kernel formula;
    private final Operands<ArrayBuffer> operands;

    Rounded(Kernel formula, Operands<ArrayBuffer> operands) {
      this.formula = formula;
      this.operands = operands;
    }

    @Override
    public void forward(Pass pass) {
      formula.forward(pass);
      round(operands.out().array());
    }

    /** The gradient that comes has all its contributions, and is rounded before it is used. */
    @Override
    public void backward() {
      round(operands.outGradient().array());
      formula.backward();
    }

    private void round(INDArray array) {
      double[] all = array.dup('c').data().asDouble();
      for (int i = 0; i < all.length; i++) {
        all[i] = rounded(all[i]);
      }
      array.assign(Nd4j.createFromArray(all).reshape('c', array.shape()));
    }

    private double rounded(double exact) {
      float near = (float) exact;
      if (near == exact || !Float.isFinite(near)) {
        return exact;
      }
      float beyond = exact > near ? Math.nextUp(near) : Math.nextDown(near);
      double share = (exact - near) / ((double) beyond - near);
      return random.nextDouble() < share ? beyond : near;
    }
  }
}
