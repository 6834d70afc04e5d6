package org.attune.model.cuda;

import org.attune.model.engine.Backend;
import org.attune.model.engine.KernelTable;
import org.nd4j.linalg.api.buffer.DataType;

/** What the backend and its sessions have in common. */
interface CudaKernels extends Backend<DeviceBuffer> {

  @Override
  default String name() {
    return "cuda";
  }

  @Override
  default boolean computes(DataType type) {
    return type == DataType.FLOAT;
  }

  @Override
  default KernelTable<DeviceBuffer> kernels() {
    return CudaKernelTable.TABLE;
  }

  @Override
  default int rowStride(int columns) {
    return columns;
  }
}
