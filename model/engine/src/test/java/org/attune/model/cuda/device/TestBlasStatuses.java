package org.attune.model.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

/** cuBLAS counts its statuses in its own way, not as the driver does. */
class TestBlasStatuses {

  @Test
  void aFailedAllocationIsALackOfMemory() {
    CudaException failure = failure(3); // of the driver it would say that nothing is initialised

    assertThat(failure).hasMessage("cublasCreate said 3, CUBLAS_STATUS_ALLOC_FAILED");
    assertThat(failure.isOutOfMemory()).isTrue();
  }

  @Test
  void aStatusIsNoErrorOfTheDriver() {
    for (int status : new int[] {1, 2, 7, 13, 14, 700, 999}) {
      CudaException failure = failure(status);

      assertThat(failure.code()).isZero();
      assertThat(failure.isOutOfMemory()).isFalse();
      assertThat(failure.losesContext()).isFalse();
    }
    assertThat(failure(13)).hasMessageEndingWith("said 13, CUBLAS_STATUS_EXECUTION_FAILED");
    assertThat(failure(700)).hasMessageEndingWith("said 700, an unknown status");
  }

  private static CudaException failure(int status) {
    return catchThrowableOfType(
        () -> NativeBlas.check("cublasCreate", status), CudaException.class);
  }
}
