package org.attune.sweeps.statistics;

/** Whose values a comparison has: those of a cell or of what the cell is compared with. */
public enum Arm {
  CELL("cell"),
  CONTROL("control"),
  /** The cell in the first of two sweeps. */
  FIRST_CELL("less_cell"),
  /** Its control there. */
  FIRST_CONTROL("less_control");

  private final String label;

  Arm(String label) {
    this.label = label;
  }

  /** The spelling for programs. */
  public String label() {
    return label;
  }

  /** The arm in the other's place, where a cell and its control are exchanged. */
  public Arm swapped() {
    return switch (this) {
      case CELL -> CONTROL;
      case CONTROL -> CELL;
      case FIRST_CELL -> FIRST_CONTROL;
      case FIRST_CONTROL -> FIRST_CELL;
    };
  }
}
