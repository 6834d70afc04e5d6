package org.attune.model.cuda.device;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Compiles nothing: an image is its text's name and options. */
public final class HostlessCompiler implements KernelCompiler {

  @Override
  public String version() {
    return "none";
  }

  @Override
  public byte[] compile(String name, String source, String architecture, List<String> options) {
    return (name + " " + options + " " + architecture).getBytes(StandardCharsets.UTF_8);
  }
}
