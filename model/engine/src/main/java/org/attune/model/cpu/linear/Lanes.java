package org.attune.model.cpu.linear;

/**
 * The fastest innermost kernels available in this JVM. They use vectors if it was started with
 * Java's vector module, {@code --add-modules jdk.incubator.vector}; otherwise they are correct but
 * slow. They have no state.
 */
public final class Lanes {

  private static final String MODULE = "jdk.incubator.vector";
  private static final boolean AVAILABLE = ModuleLayer.boot().findModule(MODULE).isPresent();

  private Lanes() {}

  /** Whether the kernels use vectors. */
  public static boolean available() {
    return AVAILABLE;
  }

  /** Arithmetic along spans. */
  public static Spans spans() {
    return AVAILABLE ? new VectorSpans() : new Spans();
  }

  /** Steps of a recurrent state. */
  public static StateSteps stateSteps() {
    return AVAILABLE ? new VectorStateSteps() : new StateSteps();
  }

  static Tile tile() {
    return AVAILABLE ? new VectorTile() : new Tile();
  }

  static EliminationStep eliminationStep() {
    return AVAILABLE ? new VectorRows() : new EliminationStep();
  }

  static Window window() {
    return AVAILABLE ? new VectorWindow() : new Window();
  }
}
