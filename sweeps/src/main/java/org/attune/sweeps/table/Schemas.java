package org.attune.sweeps.table;

import java.util.List;

/** The tables whose columns are fixed for all sweeps. */
public final class Schemas {

  /** One row per sweep. */
  public static final TableSchema SWEEPS = ColumnGuide.schema("sweeps");

  /** One row per trial. */
  public static final TableSchema TRIALS = ColumnGuide.schema("trials");

  /** One row per attempt: each time that a slot took a trial. */
  public static final TableSchema ATTEMPTS = ColumnGuide.schema("attempts");

  /** One row per measured number. */
  public static final TableSchema METRICS = ColumnGuide.schema("metrics");

  /** One row per file that an attempt wrote. */
  public static final TableSchema ARTIFACTS = ColumnGuide.schema("artifacts");

  private Schemas() {}

  /** The columns of every table that every sweep has, {@code results} first. */
  public static List<TableSchema> all() {
    return ColumnGuide.tables().stream().map(ColumnGuide::schema).toList();
  }
}
