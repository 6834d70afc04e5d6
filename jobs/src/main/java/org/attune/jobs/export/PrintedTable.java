package org.attune.jobs.export;

/** A table for a paper, in each of its formats; with a line end. */
interface PrintedTable {

  String latex();

  String markdown();

  String csv();
}
