package org.attune.model.cuda.device;

/** A call of CUDA failed, or CUDA is not there. */
public final class CudaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final int OUT_OF_MEMORY = 2;

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
}
