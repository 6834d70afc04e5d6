package org.attune.model.cuda.device;

import com.sun.jna.NativeLibrary;

/** cuBLAS. */
final class NativeBlas implements Blas {

  private static final int FLOAT = 0; // cudaDataType_t: CUDA_R_32F
  private static final int COMPUTE_32F = 68; // cublasComputeType_t
  private static final int COMPUTE_32F_FAST_TF32 = 77;
  private static final int DEFAULT_ALGORITHM = -1; // CUBLAS_GEMM_DEFAULT
  private static final int NOT_TRANSPOSED = 0;
  private static final int TRANSPOSED = 1;

  private static final int ALLOC_FAILED = 3; // cublasStatus_t

  /** cuBLAS's functions (cublas_api.h of 11 to 13). */
  static final class Functions {

    private Functions() {}

    static native int cublasCreate_v2(long[] handle);

    static native int cublasSetStream_v2(long handle, long stream);

    static native int cublasSetWorkspace_v2(long handle, long workspace, long bytes);

    static native int cublasGemmStridedBatchedEx(
        long handle,
        int operationA,
        int operationB,
        int m,
        int n,
        int k,
        float[] alpha,
        long a,
        int typeA,
        int lda,
        long strideA,
        long b,
        int typeB,
        int ldb,
        long strideB,
        float[] beta,
        long c,
        int typeC,
        int ldc,
        long strideC,
        int count,
        int compute,
        int algorithm);

    static native int cublasGemmBatchedEx(
        long handle,
        int operationA,
        int operationB,
        int m,
        int n,
        int k,
        float[] alpha,
        long a,
        int typeA,
        int lda,
        long b,
        int typeB,
        int ldb,
        float[] beta,
        long c,
        int typeC,
        int ldc,
        int count,
        int compute,
        int algorithm);
  }

  private NativeBlas() {}

  static Blas of(NativeLibrary library) {
    NativeLibraries.bind(Functions.class, library, "cuBLAS");
    return new NativeBlas();
  }

  static void check(String call, int code) {
    if (code != 0) { // the driver's code for a lack of memory; the others say nothing about it
      int driver = code == ALLOC_FAILED ? CudaException.OUT_OF_MEMORY : 0;
      throw new CudaException("%s said %d, %s".formatted(call, code, status(code)), driver);
    }
  }

  private static String status(int code) {
    return switch (code) {
      case 1 -> "CUBLAS_STATUS_NOT_INITIALIZED";
      case ALLOC_FAILED -> "CUBLAS_STATUS_ALLOC_FAILED";
      case 7 -> "CUBLAS_STATUS_INVALID_VALUE";
      case 8 -> "CUBLAS_STATUS_ARCH_MISMATCH";
      case 11 -> "CUBLAS_STATUS_MAPPING_ERROR";
      case 13 -> "CUBLAS_STATUS_EXECUTION_FAILED";
      case 14 -> "CUBLAS_STATUS_INTERNAL_ERROR";
      case 15 -> "CUBLAS_STATUS_NOT_SUPPORTED";
      default -> "an unknown status";
    };
  }

  @Override
  public long create() {
    long[] handle = {0};
    check("cublasCreate", Functions.cublasCreate_v2(handle));
    return handle[0];
  }

  @Override
  public void use(long handle, long stream, long workspace, long workspaceBytes) {
    check("cublasSetStream", Functions.cublasSetStream_v2(handle, stream)); // forgets the workspace
    if (workspace != 0) {
      check(
          "cublasSetWorkspace", Functions.cublasSetWorkspace_v2(handle, workspace, workspaceBytes));
    }
  }

  private static int compute(ProductForm form) {
    return form.reduced() ? COMPUTE_32F_FAST_TF32 : COMPUTE_32F;
  }

  private static int operation(boolean transposed) {
    return transposed ? TRANSPOSED : NOT_TRANSPOSED;
  }

  @Override
  public void multiply(long handle, ProductForm form, long a, long b, long c) {
    int code =
        Functions.cublasGemmStridedBatchedEx(
            handle,
            operation(form.transposedA()),
            operation(form.transposedB()),
            form.m(),
            form.n(),
            form.k(),
            new float[] {form.alpha()},
            a,
            FLOAT,
            form.lda(),
            0,
            b,
            FLOAT,
            form.ldb(),
            0,
            new float[] {form.beta()},
            c,
            FLOAT,
            form.ldc(),
            0,
            1,
            compute(form),
            DEFAULT_ALGORITHM);
    check("cublasGemmStridedBatchedEx", code);
  }

  @Override
  public void multiplyEach(long handle, ProductForm form, long a, long b, long c, int count) {
    int code =
        Functions.cublasGemmBatchedEx(
            handle,
            operation(form.transposedA()),
            operation(form.transposedB()),
            form.m(),
            form.n(),
            form.k(),
            new float[] {form.alpha()},
            a,
            FLOAT,
            form.lda(),
            b,
            FLOAT,
            form.ldb(),
            new float[] {form.beta()},
            c,
            FLOAT,
            form.ldc(),
            count,
            compute(form),
            DEFAULT_ALGORITHM);
    check("cublasGemmBatchedEx", code);
  }
}
