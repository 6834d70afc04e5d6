package org.attune.model.cuda.device;

import java.util.Set;

/** A CUDA call failed, or CUDA is missing. */
public final class CudaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  static final int OUT_OF_MEMORY = 2;
  private static final int FIRST_OF_CAPTURE = 900;
  private static final int LAST_OF_CAPTURE = 907;

  /**
   * After these errors the process's context on the GPU fails every call with the same code
   * (cuda.h).
   */
  private static final Set<Integer> CONTEXT_LOST =
      Set.of(
          214, // uncorrectable GPU memory error
          700, // illegal address
          702, // launch timeout
          709, // context destroyed
          710, // device assertion
          714, // stack overflow
          715, // illegal instruction
          716, // misaligned address
          717, // invalid address space
          718, // invalid program counter
          719, // launch failed
          999); // unknown error

  private final int code;

  /** Something is missing; the message lists what was tried. */
  public CudaException(String message) {
    this(message, 0);
  }

  /**
   * @param code the driver's error code; 0 for another library's
   */
  public CudaException(String message, int code) {
    super(message);
    this.code = code;
  }

  /** The driver's error code; 0 if no call of the driver failed. */
  public int code() {
    return code;
  }

  /** Whether the GPU is out of memory: fewer or smaller trials would fit. */
  public boolean isOutOfMemory() {
    return code == OUT_OF_MEMORY;
  }

  /** Whether a stream capture was invalidated, by this thread or another (cuda.h, 900 to 907). */
  public boolean endsCapture() {
    return code >= FIRST_OF_CAPTURE && code <= LAST_OF_CAPTURE;
  }

  /** Whether the context is lost, so that no trial of the process can use the GPU. */
  public boolean losesContext() {
    return CONTEXT_LOST.contains(code);
  }
}
