package org.attune.model.layer;

import java.util.Arrays;
import org.attune.model.cpu.Floats;
import org.attune.model.program.Backend;
import org.attune.model.program.HostCopy;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** How much each row of a batch counts, scaled to sum to one, in an array kept between batches. */
final class RowWeights implements AutoCloseable {

  private final DataType type;
  private final boolean host;
  private final HostCopy copy = new HostCopy();
  private INDArray scaled; // (rows, 1)
  private Floats memory;
  private float[] rows = {};

  RowWeights(DataType type) {
    this.type = type;
    host = Backend.of(type) == Backend.CPU;
  }

  /**
   * The scaled weights, (rows, 1); valid until the next call.
   *
   * @param mask as many elements as rows, or null where all count alike
   */
  INDArray of(INDArray mask, int count) {
    if (scaled == null || scaled.length() != count) {
      close();
      scaled = Nd4j.createUninitializedDetached(type, count, 1);
      memory = host ? Floats.of(scaled) : null;
      rows = new float[host ? count : 0];
    }
    if (host && (mask == null || (HostCopy.isDense(mask) && mask.dataType() == type))) {
      scaleOnHost(mask, count);
    } else if (mask == null) {
      scaled.assign(1.0 / count);
    } else {
      scaled.assign(mask.castTo(type).dup('c').reshape('c', count, 1));
      scaled.divi(requirePositive(scaled.sumNumber().doubleValue()));
    }
    return scaled;
  }

  private void scaleOnHost(INDArray mask, int count) {
    double total = 0;
    if (mask == null) {
      Arrays.fill(rows, 1);
      total = count;
    } else {
      copy.copy(mask, 0, scaled, count);
      memory.read(0, count, rows);
      for (float row : rows) {
        total += row;
      }
    }
    float share = (float) (1 / requirePositive(total));
    for (int i = 0; i < count; i++) {
      rows[i] *= share;
    }
    memory.write(0, count, rows);
  }

  private static double requirePositive(double total) {
    if (!(total > 0)) {
      throw new IllegalArgumentException("Invalid label mask: it leaves no row to learn from");
    }
    return total;
  }

  @Override
  public void close() {
    if (scaled != null) {
      scaled.close();
      scaled = null;
    }
  }
}
