package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.HeadMixing;
import org.attune.model.program.Pass;

/** Each head as a mixture of its group: a small product for each group of each sequence. */
final class HeadMixingKernel extends PairKernel {

  private final int groups; // of all sequences
  private final int perSequence;
  private final int size; // heads of a group
  private final int places; // queries times keys
  private final Panel weights; // a group's
  private final Panel from; // (size, places)
  private final Panel to;
  private final Panel toGradient;

  HeadMixingKernel(HeadMixing primitive, Operands<Floats> at) {
    super(at);
    size = primitive.mixing().columns();
    perSequence = primitive.scores().size(1) / size;
    groups = at.batch() * perSequence;
    places = primitive.scores().size(2) * primitive.scores().size(3);
    weights = second.panel(size, size);
    from = planes(input);
    to = planes(output);
    toGradient = at.backward() ? planes(gradient) : to;
  }

  /** A group's score matrices as the rows of one matrix. */
  private Panel planes(Floats scores) {
    int heads = scores.rows * scores.columns / places;
    return scores.sharing(scores.start, heads, places, places).panel(size, places);
  }

  private void goTo(int group) {
    weights.moveTo(group % perSequence * size, 0);
    from.moveTo(group * size, 0);
    to.moveTo(group * size, 0);
    toGradient.moveTo(group * size, 0);
  }

  @Override
  public void forward(Pass pass) {
    for (int group = 0; group < groups; group++) {
      goTo(group);
      to.product(0, 1, weights, from);
    }
  }

  @Override
  public void backward() {
    Panel ds = toInput.wanted() ? planes(toInput.buffer()) : null;
    Panel dw = toSecond.wanted() ? toSecond.buffer().panel(size, size) : null;
    for (int group = 0; group < groups; group++) {
      goTo(group);
      if (ds != null) {
        ds.moveTo(group * size, 0).productTN(HeadPanels.beta(toInput), 1, weights, toGradient);
      }
      if (dw != null) { // summed over sequences
        float beta = group < perSequence ? HeadPanels.beta(toSecond) : 1;
        dw.moveTo(group % perSequence * size, 0).productNT(beta, 1, toGradient, from);
      }
    }
  }
}
