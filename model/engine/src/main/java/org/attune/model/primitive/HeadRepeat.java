package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Repeats each group's columns for {@code times} consecutive heads. Grouped-query attention shares
 * one key or value among several queries this way (Ainslie et al. 2023, arXiv 2305.13245).
 *
 * @param x (M, G·d)
 * @param groups G
 * @param times heads per group
 */
public record HeadRepeat(Value x, int groups, int times) implements KeepsNoInput, Unary {

  public HeadRepeat {
    Heads.width(x, groups);
  }

  /** Heads that share columns: (M, G·times·d). */
  public static Value headRepeat(Value x, int groups, int times) {
    return Program.of(x).add(new HeadRepeat(x, groups, times));
  }

  @Override
  public int[] shape() {
    return new int[] {x.rows(), x.columns() * times};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int width = x.columns() / groups;
    return Formula.of(
        pass -> {
          INDArray groupsOfX = x.array().dup('c').reshape('c', x.rows(), groups, 1, width);
          INDArray all = y.array().ulike().reshape('c', x.rows(), groups, times, width).assign(0);
          y.array().assign(all.addi(groupsOfX).reshape('c', y.rows(), y.columns()));
        },
        () -> {
          INDArray all = y.gradient().dup('c').reshape('c', x.rows(), groups, times, width);
          x.addGradient(all.sum(false, 2).dup('c').reshape('c', x.rows(), x.columns()));
        });
  }
}
