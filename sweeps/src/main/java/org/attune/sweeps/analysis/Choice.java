package org.attune.sweeps.analysis;

import java.util.Collection;

/** The seeds that chose the values of tuned keys. Cells are compared at these values. */
public enum Choice {
  NONE(""),
  TUNING("values chosen on tuning seeds, cells compared on the others"),
  SAME("values chosen on the same seeds"),
  BOTH("values of some cells chosen on tuning seeds, of others on the same seeds");

  private final String label;

  Choice(String label) {
    this.label = label;
  }

  static Choice of(Collection<Arms.Tuned> cells) {
    boolean tuning = cells.stream().anyMatch(Arms.Tuned::onTuning);
    boolean same = cells.stream().anyMatch(cell -> cell.settings() > 1);
    return tuning ? same ? BOTH : TUNING : same ? SAME : NONE;
  }

  /** The words for people; empty if each cell has one value. */
  public String label() {
    return label;
  }

  /** Whether the seeds that compare a cell chose its values too. */
  public boolean same() {
    return this == SAME || this == BOTH;
  }
}
