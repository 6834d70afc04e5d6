package org.attune.model.cuda.device;

import java.util.Set;

/** A call of CUDA failed, or CUDA is not there. */
public final class CudaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final int OUT_OF_MEMORY = 2;

  /** After these the process's context on the card answers every call with the same (cuda.h). */
  private static final Set<Integer> CONTEXT_LOST =
      Set.of(
          214, // an uncorrectable error of the card's memory
          700, // an illegal address
          702, // a kernel that ran too long
          709, // the context is gone
          710, // a device assertion
          714, // a stack overflow
          715, // an illegal instruction
          716, // a misaligned address
          717, // an address of another space
          718, // an invalid program counter
          719, // a launch that failed
          999); // unknown to the driver

  private final int code;

  /** Something is missing; the message says what was tried. */
  public CudaException(String message) {
    this(message, 0);
  }

  /**
   * @param code what the call returned
   */
  public CudaException(String message, int code) {
    super(message);
    this.code = code;
  }

  /** What the call returned; 0 where none was made. */
  public int code() {
    return code;
  }

  /** Whether the card's memory is used up: fewer trials at once, or smaller ones, would fit. */
  public boolean isOutOfMemory() {
    return code == OUT_OF_MEMORY;
  }

  /** Whether the process can use the card no more, for any of its trials. */
  public boolean losesContext() {
    return CONTEXT_LOST.contains(code);
  }
}
