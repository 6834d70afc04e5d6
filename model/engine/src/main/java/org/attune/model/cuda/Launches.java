package org.attune.model.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.attune.model.engine.Kernel;
import org.attune.model.program.Pass;

/**
 * A primitive's kernel as a fixed list of forward and backward launches, without {@link Work#NONE}.
 */
final class Launches implements Kernel {

  private final List<Work> forward = new ArrayList<>();
  private final List<Work> backward = new ArrayList<>();
  private Consumer<Pass> observation = pass -> {};

  Launches forward(Work work) {
    if (work != Work.NONE) {
      forward.add(work);
    }
    return this;
  }

  Launches backward(Work work) {
    if (work != Work.NONE) {
      backward.add(work);
    }
    return this;
  }

  /** Sets what to read back after each forward pass of training. */
  Launches observing(Consumer<Pass> how) {
    observation = how;
    return this;
  }

  @Override
  public void observe(Pass pass) {
    observation.accept(pass);
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < forward.size(); i++) { // called often: no iterators
      forward.get(i).enqueue();
    }
  }

  @Override
  public void backward() {
    for (int i = 0; i < backward.size(); i++) {
      backward.get(i).enqueue();
    }
  }
}
