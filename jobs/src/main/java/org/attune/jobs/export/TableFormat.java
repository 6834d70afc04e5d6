package org.attune.jobs.export;

/** A format that writes a {@link CellTable}. */
public interface TableFormat {

  /** The whole table, with a line end. */
  String write(CellTable table);
}
