package org.attune.model.cuda.device;

/**
 * The properties of a GPU.
 *
 * @param ordinal CUDA's number of it: among the GPUs that the driver shows, from 0
 * @param id tells it from others
 * @param name such as {@code NVIDIA H200}
 * @param major of its compute capability
 * @param minor of its compute capability
 * @param memory bytes
 * @param sharedMemory the maximum bytes of shared memory per block
 */
public record DeviceFacts(
    int ordinal, CardId id, String name, int major, int minor, long memory, int sharedMemory) {

  /** The architecture to compile kernels for: {@code sm_90}. */
  public String architecture() {
    return "sm_" + major + minor;
  }
}
