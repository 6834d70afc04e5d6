package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;
import static org.attune.model.primitive.ReferenceProducts.productNT;
import static org.attune.model.primitive.ReferenceProducts.productTN;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.indexing.NDArrayIndex;

/**
 * {@code y_h = sum_g w_hg s_g}, summed over the heads of h's group. A group is a run of consecutive
 * heads. One group gives talking heads (Shazeer et al. 2020, arXiv 2003.02436); multi-token
 * attention uses many.
 *
 * @param scores (B, H, queries, keys), scores or weights
 * @param mixing (H, size): row h weighs the heads of its group in order
 */
public record HeadMixing(Value scores, Value mixing) implements Binary {

  public HeadMixing {
    int heads = scores.size(1);
    if (mixing.rows() != heads || heads % mixing.columns() != 0) {
      throw new IllegalArgumentException(
          "Cannot mix %d heads of %s by %s: a group's size must divide the heads"
              .formatted(heads, scores, mixing));
    }
  }

  /** Each head as a mixture of its group. */
  public static Value headMixing(Value scores, Value mixing) {
    return Program.of(scores).add(new HeadMixing(scores, mixing));
  }

  @Override
  public double flops() {
    double places = (double) scores.size(2) * scores.size(3);
    return 2.0 * scores.size(0) * scores.size(1) * mixing.columns() * places;
  }

  @Override
  public Formula formula(Argument scores, Argument mixing, Argument y) {
    int batch = scores.size(0);
    int heads = scores.size(1);
    int size = mixing.columns();
    long places = (long) scores.size(2) * scores.size(3);
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        INDArray from = scores.array().dup('c').reshape('c', batch, heads, places);
        INDArray to = from.ulike();
        for (int b = 0; b < batch; b++) {
          for (int first = 0; first < heads; first += size) {
            group(to, b, first).assign(product(weights(first), dense(from, b, first)));
          }
        }
        y.array().assign(to.reshape('c', y.array().shape()));
      }

      @Override
      public void backward() {
        INDArray from = scores.array().dup('c').reshape('c', batch, heads, places);
        INDArray dy = y.gradient().dup('c').reshape('c', batch, heads, places);
        INDArray ds = from.ulike();
        INDArray dw = mixing.array().ulike().assign(0);
        for (int b = 0; b < batch; b++) {
          for (int first = 0; first < heads; first += size) {
            INDArray d = dense(dy, b, first);
            group(ds, b, first).assign(productTN(weights(first), d));
            rows(dw, first).addi(productNT(d, dense(from, b, first)));
          }
        }
        scores.addGradient(() -> ds.reshape('c', scores.array().shape()));
        mixing.addGradient(() -> dw);
      }

      private INDArray weights(int first) {
        return rows(mixing.array().dup('c'), first).dup('c');
      }

      private INDArray rows(INDArray w, int first) {
        return w.get(NDArrayIndex.interval(first, first + size), NDArrayIndex.all());
      }

      private INDArray dense(INDArray s, int b, int first) {
        return group(s, b, first).dup('c');
      }

      /** (size, queries · keys): a group's heads in one sequence. */
      private INDArray group(INDArray s, int b, int first) {
        return s.get(
                NDArrayIndex.interval(b, b + 1),
                NDArrayIndex.interval(first, first + size),
                NDArrayIndex.all())
            .reshape('c', size, places);
      }
    };
  }
}
