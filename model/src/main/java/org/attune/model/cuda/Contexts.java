package org.attune.model.cuda;

import java.util.Optional;
import org.attune.model.cuda.device.CudaException;

/**
 * Tracks whether this process can still compute on its GPUs. A faulty kernel can destroy the
 * context that all trials of the process share. CUDA gives the process no new context.
 */
final class Contexts {

  private volatile CudaException lost;

  /** Records a failure. */
  void note(CudaException failure) {
    if (failure.losesContext() && lost == null) {
      lost = failure;
    }
  }

  /** Why no trial can compute here any more; empty while the context works. */
  Optional<String> problem() {
    return Optional.ofNullable(lost)
        .map(
            failure ->
                "This process can use its GPU no more, for the context was lost: "
                    + failure.getMessage());
  }

  /**
   * Rejects a trial once the context is lost.
   *
   * @throws CudaException with the error code that ended the context
   */
  void require() {
    problem()
        .ifPresent(
            reason -> {
              throw new CudaException(reason, lost.code());
            });
  }
}
