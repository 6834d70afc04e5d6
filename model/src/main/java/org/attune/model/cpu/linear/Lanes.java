package org.attune.model.cpu.linear;

/**
 * The innermost kernels that are fastest in this JVM: on vectors where it was started with Java's,
 * {@code --add-modules jdk.incubator.vector}, else right, but slow. They have no state.
 */
public final class Lanes {

  private static final String MODULE = "jdk.incubator.vector";
  private static final boolean AVAILABLE = ModuleLayer.boot().findModule(MODULE).isPresent();

  private Lanes() {}

  /** Whether the kernels run on vectors. */
  public static boolean available() {
    return AVAILABLE;
  }

  /** Arithmetic along spans. */
  public static Spans spans() {
    return AVAILABLE ? new VectorSpans() : new ArraySpans();
  }

  static Tile tile() {
    return AVAILABLE ? new VectorTile() : new ArrayTile();
  }

  static Rows rows() {
    return AVAILABLE ? new VectorRows() : new ArrayRows();
  }

  static Window window() {
    return AVAILABLE ? new VectorWindow() : new ArrayWindow();
  }
}
