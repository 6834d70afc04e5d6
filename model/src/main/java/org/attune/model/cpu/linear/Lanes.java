package org.attune.model.cpu.linear;

/** Whether this JVM was started with Java's vectors: {@code --add-modules jdk.incubator.vector}. */
public final class Lanes {

  private static final String MODULE = "jdk.incubator.vector";
  private static final boolean AVAILABLE = ModuleLayer.boot().findModule(MODULE).isPresent();

  private Lanes() {}

  /** Whether the kernels of this package run on vectors; else they are right, but slow. */
  public static boolean available() {
    return AVAILABLE;
  }
}
