package org.attune.model.cuda.device;

import java.util.List;

/** Compiles a kernel's source for a GPU. */
public interface KernelCompiler {

  /** Its version, part of the cache key of compiled kernels: {@code nvrtc 13.0}. */
  String version();

  /**
   * Compiles a kernel.
   *
   * @param name of the source, for messages
   * @param architecture such as {@code sm_90}
   * @param options such as {@code -DWIDTH=32}
   * @throws CudaException with the compiler's log if the source is wrong
   */
  byte[] compile(String name, String source, String architecture, List<String> options);
}
