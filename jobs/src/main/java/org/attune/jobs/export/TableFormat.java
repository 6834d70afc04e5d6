package org.attune.jobs.export;

/** A way to write a {@link CellTable}. */
public interface TableFormat {

  /** The whole table, with a line end. */
  String write(CellTable table);
}
