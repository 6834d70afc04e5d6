package org.attune.model.cuda;

import java.util.Optional;
import org.attune.model.cuda.device.CudaException;

/**
 * Whether this process can still compute on its cards. What a kernel does wrong ends the context
 * that all trials of the process share; CUDA gives no other one to the same process.
 */
final class Contexts {

  private volatile CudaException lost;

  /** Takes note of a failure. */
  void note(CudaException failure) {
    if (failure.losesContext() && lost == null) {
      lost = failure;
    }
  }

  /** Why no trial can compute there any more; empty while some can. */
  Optional<String> problem() {
    return Optional.ofNullable(lost)
        .map(
            failure ->
                "This process can use its GPU no more, for the context was lost: "
                    + failure.getMessage());
  }

  /**
   * Refuses a trial that could not compute.
   *
   * @throws CudaException with the code of what was the end of it
   */
  void require() {
    problem()
        .ifPresent(
            reason -> {
              throw new CudaException(reason, lost.code());
            });
  }
}
