package org.attune.model.cuda.device;

/**
 * What a card is.
 *
 * @param ordinal its number among those that the driver shows, from 0
 * @param name such as {@code NVIDIA H200}
 * @param major of its compute capability
 * @param minor of its compute capability
 * @param memory bytes
 * @param sharedMemory bytes that a block of threads may share at most
 */
public record DeviceFacts(
    int ordinal, String name, int major, int minor, long memory, int sharedMemory) {

  /** What kernels are compiled for: {@code sm_90}. */
  public String architecture() {
    return "sm_" + major + minor;
  }
}
