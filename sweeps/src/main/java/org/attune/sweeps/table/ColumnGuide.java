package org.attune.sweeps.table;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes the tables for people: the meaning of a row, and the meaning and unit of each column.
 * For {@code results} it covers only the columns that every sweep has; the catalog describes
 * parameters and metrics.
 */
public final class ColumnGuide {

  /**
   * The description of a column.
   *
   * @param unit its unit; empty for a plain number or a non-quantity
   * @param text a one-line description
   */
  public record Note(String unit, String text) {}

  private static final String SWEEPS =
      """
sweep_id          |         | the sweep: its name and 8 random digits, so that no two runs share it
sweep             |         | its name in the sweep file
state             |         | running, finished, or stopped before its end
reason            |         | why it ended before all was run, such as a used-up budget
spec              |         | what the sweep file says, in the one spelling that is hashed
spec_hash         |         | SHA-256 of what the sweep file says
seed              |         | the sweep's seed, from which those of trials come
objective_metric  |         | the metric that trials are compared by
objective_goal    |         | minimize or maximize
threads_per_trial | threads | threads that each trial computes on
epoch             |         | how many drivers the sweep has had
started_at        | UTC     | when its first driver began
ended_at          | UTC     | when it was completed or stopped
total             | trials  | trials that the sweep has in all
finished          | trials  | trained to their end
running           | trials  | being trained
failed            | trials  | given up, see attempts.cause
stopped           | trials  | ended early by a stopping rule
pending           | trials  | not begun, or waiting to be tried again
abandoned         | trials  | none: a trial whose attempt was given up waits to be tried again, see attempts.state
best_trial_id     |         | the finished trial with the best objective
best_objective    |         | its objective, in the metric's unit
code_version      |         | Attune's git revision, with -dirty where it was changed
jvm               |         | the driver's Java virtual machine
os                |         | the driver's operating system
cpu               |         | the driver's processor
data_file         |         | the file or folder that --data named
data_file_hash    |         | SHA-256 of its content
libraries         |         | versions of the libraries that shape numbers
""";

  private static final String TRIALS =
      """
sweep_id       |          | the sweep
trial_id       |          | the trial: the beginning of its configuration's hash, and its replicate
cell           |          | the name that the user gave the cell, else the values of what the file sweeps; null in tables of 0.1
index          |          | in which place the search proposed it, from 0
config_hash    |          | SHA-256 of its configuration: trials of one cell share it
replicate      |          | which of its cell's seeds, from 0
seed           |          | what its random numbers come from, the same in every cell for one replicate
state          |          | pending, running, finished, stopped (by a rule) or failed
objective      |          | the objective's value, in the metric's unit
attempts       | attempts | how often it was begun
data_file      |          | the file or folder that --data named
data_file_hash |          | SHA-256 of its content
params         |          | every key of its configuration with its value as text
holes          |          | what the sweep file put into its formulas' holes, by key; null without holes and in tables before 0.2
""";

  private static final String ATTEMPTS =
      """
sweep_id        |         | the sweep
trial_id        |         | the trial
attempt         |         | which try at the trial, from 1
epoch           |         | which of the sweep's drivers began it, from 1
state           |         | running, finished, stopped, failed or abandoned
cause           |         | of a failure: infrastructure, transient, timeout, out-of-memory, program-error, trial-fault, divergence
message         |         | what was said when it failed
slot            |         | the slot that ran it
host            |         | the machine that ran it
device          |         | the processor that it was trained on
started_at      | UTC     | when it began
ended_at        | UTC     | when it ended
wall_seconds    | s       | from its beginning to its end
compute_seconds | s       | of these, computing
last_step       | steps   | the last training step that it reported
config_hash     |         | SHA-256 of the trial's configuration
code_version    |         | Attune's git revision, with -dirty where it was changed
jvm             |         | the executor's Java virtual machine
os              |         | the executor's operating system
cpu             |         | the executor's processor
gpu             |         | the graphics processor, where the device is one
data_hash       |         | SHA-256 of the examples that it was trained on, read or made
program         |         | the script or program that a command ran; null for trainings of Attune
program_hash    |         | SHA-256 of that file when the attempt began
program_version |         | git revision of the file's repository, with -dirty for uncommitted changes
libraries       |         | versions of the libraries that shape numbers
""";

  private static final String METRICS =
      """
      sweep_id |       | the sweep
      trial_id |       | the trial
      attempt  |       | which try at the trial, from 1
      step     | steps | the training step that it was measured at
      name     |       | the metric, as the task spells it
      value    |       | the number, in the metric's unit (attune list tasks)
      time     | UTC   | when it was measured
      """;

  private static final String ARTIFACTS =
      """
      sweep_id |       | the sweep
      trial_id |       | the trial
      attempt  |       | which try at the trial, from 1
      step     | steps | the training step that it shows
      kind     |       | what it is, such as a checkpoint
      path     |       | where it is
      bytes    | bytes | how long it is
      time     | UTC   | when it was written
      """;

  private static final String RESULTS =
      """
sweep_id        |     | the sweep
sweep           |     | its name in the sweep file
cell            |     | the name that the user gave the cell, else the values of what the file sweeps; null in tables of 0.1
trial_id        |     | the trial: the beginning of its configuration's hash, and its replicate
config_hash     |     | SHA-256 of its configuration: trials of one cell share it
replicate       |     | which of its cell's seeds, from 0
seed            |     | what its random numbers come from, the same in every cell for one replicate
state           |     | pending, running, finished, stopped (by a rule) or failed
objective       |     | the objective's value, in the metric's unit
attempt         |     | the try that counts, from 1
started_at      | UTC | when that try began
ended_at        | UTC | when that try ended
wall_seconds    | s   | from its beginning to its end
compute_seconds | s   | of these, computing
host            |     | the machine that ran it
device          |     | the processor that it was trained on
code_version    |     | Attune's git revision, with -dirty where it was changed
data_file       |     | the file or folder that --data named
data_file_hash  |     | SHA-256 of its content
data_hash       |     | SHA-256 of the examples that it was trained on, read or made
""";

  private static final Map<String, String> ROWS = new LinkedHashMap<>();
  private static final Map<String, Map<String, Note>> NOTES = new LinkedHashMap<>();

  static {
    add("results", "one row a trial; columns for its parameters and final metrics", RESULTS);
    add("trials", "one row a trial; all its parameters in one map", TRIALS);
    add("attempts", "one row for each time a slot took a trial", ATTEMPTS);
    add("metrics", "one row a number measured, at each step that reports", METRICS);
    add("artifacts", "one row a file that an attempt wrote", ARTIFACTS);
    add("sweeps", "one row a sweep", SWEEPS);
  }

  private ColumnGuide() {}

  /** The tables' names, the most useful first. */
  public static List<String> tables() {
    return List.copyOf(ROWS.keySet());
  }

  /** The meaning of a table's row; empty for a table unknown to the guide. */
  public static String row(String table) {
    return ROWS.getOrDefault(table, "");
  }

  /** Descriptions of a table's columns that every sweep has. */
  public static Map<String, Note> notes(String table) {
    return Collections.unmodifiableMap(NOTES.getOrDefault(table, Map.of()));
  }

  /** The description of a column, if the guide has one. */
  public static Optional<Note> note(String table, String column) {
    return Optional.ofNullable(notes(table).get(column));
  }

  private static void add(String table, String row, String lines) {
    Map<String, Note> notes = new LinkedHashMap<>();
    lines
        .lines()
        .map(line -> line.split("\\|", 3))
        .forEach(
            cells -> notes.put(cells[0].strip(), new Note(cells[1].strip(), cells[2].strip())));
    ROWS.put(table, row);
    NOTES.put(table, notes);
  }
}
