package org.attune.model.cuda.device;

import java.util.List;

/** Makes of a kernel's text what a card runs. */
public interface KernelCompiler {

  /** Its version, part of the name under which results are kept: {@code nvrtc 13.0}. */
  String version();

  /**
   * Compiles.
   *
   * @param name of the text, for messages
   * @param architecture such as {@code sm_90}
   * @param options such as {@code -DWIDTH=32}
   * @throws CudaException with the compiler's words if the text is wrong
   */
  byte[] compile(String name, String source, String architecture, List<String> options);
}
