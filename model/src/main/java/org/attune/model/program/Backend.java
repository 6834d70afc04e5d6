package org.attune.model.program;

import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;

/** Where a program runs: it picks each primitive's kernel and lays out its arrays. */
public enum Backend {

  /** ND4J operations, in any floating type, on whatever device ND4J runs. */
  REFERENCE {
    @Override
    Kernel kernel(Primitive primitive, Value output) {
      return primitive.reference(output);
    }

    @Override
    int rowStride(int columns) {
      return columns;
    }
  },

  /** OpenBLAS and fused loops, in float32, on the host's processor. */
  CPU {
    @Override
    Kernel kernel(Primitive primitive, Value output) {
      return primitive.cpu(output);
    }

    /** Rows that start a power of two apart fight for the same cache sets: 16 floats avoid it. */
    @Override
    int rowStride(int columns) {
      return columns >= 128 && columns % 128 == 0 ? columns + 16 : columns;
    }
  };

  abstract Kernel kernel(Primitive primitive, Value output);

  abstract int rowStride(int columns);

  /** The fastest backend that computes in a type on the device that ND4J has found. */
  public static Backend of(DataType type) {
    boolean host = Nd4j.getBackend().getClass().getSimpleName().equals("CpuBackend");
    return host && type == DataType.FLOAT ? CPU : REFERENCE;
  }
}
