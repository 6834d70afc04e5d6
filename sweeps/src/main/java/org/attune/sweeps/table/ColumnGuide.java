package org.attune.sweeps.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The tables: the meaning of a row, and the name, type, unit and meaning of each column. Every row
 * has a value of a type with an exclamation mark. For {@code results} it covers only the columns
 * that every sweep has; the catalog describes parameters and metrics.
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
sweep_id          | string!     |         | the sweep: its name and 8 random digits, so that no two runs share it
sweep             | string!     |         | its name in the sweep file
state             | string!     |         | running, finished, or stopped before its end
reason            | string      |         | why it ended before all was run, such as a used-up budget
spec              | string!     |         | what the sweep file says, in the one spelling that is hashed
spec_hash         | string!     |         | SHA-256 of what the sweep file says
seed              | long!       |         | the sweep's seed, from which those of trials come
objective_metric  | string!     |         | the metric that trials are compared by
objective_goal    | string!     |         | minimize or maximize
threads_per_trial | long!       | threads | threads that each trial computes on
epoch             | long!       |         | how many drivers the sweep has had
started_at        | timestamp!  | UTC     | when its first driver began
ended_at          | timestamp   | UTC     | when it was completed or stopped
total             | long!       | trials  | trials that the sweep has in all
finished          | long!       | trials  | trained to their end
running           | long!       | trials  | being trained
failed            | long!       | trials  | given up, see attempts.cause
stopped           | long!       | trials  | ended early by a stopping rule
pending           | long!       | trials  | not begun, or waiting to be tried again
abandoned         | long!       | trials  | 0: a trial whose attempt was given up counts as pending, see attempts.state
best_trial_id     | string      |         | the finished trial with the best objective
best_objective    | double      |         | its objective, in the metric's unit
code_version      | string      |         | Attune's git revision, with -dirty where it was changed
jvm               | string      |         | the driver's Java virtual machine
os                | string      |         | the driver's operating system
cpu               | string      |         | the driver's processor
data_file         | string      |         | the file or folder that --data named
data_file_hash    | string      |         | SHA-256 of its content
libraries         | string_map! |         | versions of the libraries that shape numbers
""";

  private static final String TRIALS =
      """
sweep_id       | string!     |          | the sweep
trial_id       | string!     |          | the trial: the beginning of its configuration's hash, and its replicate
cell           | string      |          | the name that the user gave the cell, else the values of what the file sweeps; null in tables of 0.1
index          | long!       |          | in which place the search proposed it, from 0
config_hash    | string!     |          | SHA-256 of its configuration: trials of one cell share it
replicate      | long!       |          | which of its cell's seeds, from 0
seed           | long!       |          | what its random numbers come from, the same in every cell for one replicate
state          | string!     |          | pending, running, finished (also with a NaN objective), stopped (by a rule) or failed
objective      | double      |          | the objective's value, in the metric's unit; NaN where training ended with NaN
attempts       | long!       | attempts | how often it was begun
data_file      | string      |          | the file or folder that --data named
data_file_hash | string      |          | SHA-256 of its content
params         | string_map! |          | every key of its configuration with its value as text
holes          | string_map  |          | what the sweep file put into its formulas' holes, by key; null without holes and in tables before 0.2
adopted_from   | string      |          | the directory of the sweep that trained it, or its first steps; null where this sweep did, and in tables before 0.2
adopted_sweep  | string      |          | the id of that sweep; the trial has the same id there
""";

  private static final String ATTEMPTS =
      """
sweep_id        | string!     |       | the sweep
trial_id        | string!     |       | the trial
attempt         | long!       |       | which try at the trial, from 1
epoch           | long!       |       | which of the sweep's drivers began it, from 1
state           | string!     |       | running, finished, stopped, failed or abandoned
cause           | string      |       | of a failure: infrastructure, transient, timeout, out-of-memory, program-error, trial-fault, divergence
message         | string      |       | what was said when it failed
slot            | string!     |       | the slot that ran it
host            | string!     |       | the machine that ran it
device          | string!     |       | the processor that it was trained on
started_at      | timestamp!  | UTC   | when it began
ended_at        | timestamp   | UTC   | when it ended
wall_seconds    | double      | s     | from its beginning to its end; an abandoned attempt ends when the next driver finds it
compute_seconds | double      | s     | of these, computing
last_step       | long!       | steps | the last training step that it reported
config_hash     | string!     |       | SHA-256 of the trial's configuration
code_version    | string      |       | Attune's git revision, with -dirty where it was changed
jvm             | string      |       | the executor's Java virtual machine
os              | string      |       | the executor's operating system
cpu             | string      |       | the executor's processor
gpu             | string      |       | the graphics processor, where the device is one
data_hash       | string      |       | SHA-256 of the examples that it was trained on, read or made
program         | string      |       | the script or program that a command ran; null for trainings of Attune
program_hash    | string      |       | SHA-256 of that file when the attempt began
program_version | string      |       | git revision of the file's repository, with -dirty for uncommitted changes
libraries       | string_map! |       | versions of the libraries that shape numbers
""";

  private static final String METRICS =
      """
sweep_id | string!    |       | the sweep
trial_id | string!    |       | the trial
attempt  | long!      |       | which try at the trial, from 1
step     | long!      | steps | the training step that it was measured at
name     | string!    |       | the metric, as the task spells it
value    | double!    |       | the number, in the metric's unit (attune list tasks)
time     | timestamp! | UTC   | when it was measured
report   | long       |       | the attempt's report that it came with, from 1: the later of two with the same step has the higher number
""";

  private static final String ARTIFACTS =
      """
sweep_id | string!    |       | the sweep
trial_id | string!    |       | the trial
attempt  | long!      |       | which try at the trial, from 1
step     | long!      | steps | the training step that it shows
kind     | string!    |       | what it is, such as a checkpoint
path     | string!    |       | where it is
bytes    | long!      | bytes | how long it is
time     | timestamp! | UTC   | when it was written
""";

  private static final String RESULTS =
      """
sweep_id        | string!   |     | the sweep
sweep           | string!   |     | its name in the sweep file
cell            | string    |     | the name that the user gave the cell, else the values of what the file sweeps; null in tables of 0.1
trial_id        | string!   |     | the trial: the beginning of its configuration's hash, and its replicate
config_hash     | string!   |     | SHA-256 of its configuration: trials of one cell share it
replicate       | long!     |     | which of its cell's seeds, from 0
seed            | long!     |     | what its random numbers come from, the same in every cell for one replicate
state           | string!   |     | pending, running, finished (also with a NaN objective), stopped (by a rule) or failed
objective       | double    |     | the objective's value, in the metric's unit; NaN where training ended with NaN
attempt         | long      |     | the try that counts, from 1
started_at      | timestamp | UTC | when that try began
ended_at        | timestamp | UTC | when that try ended
wall_seconds    | double    | s   | from its beginning to its end
compute_seconds | double    | s   | of these, computing
host            | string    |     | the machine that ran it
device          | string    |     | the processor that it was trained on
code_version    | string    |     | Attune's git revision, with -dirty where it was changed
data_file       | string    |     | the file or folder that --data named
data_file_hash  | string    |     | SHA-256 of its content
data_hash       | string    |     | SHA-256 of the examples that it was trained on, read or made
""";

  private static final Map<String, Guide> GUIDES = new LinkedHashMap<>();

  static {
    add("results", "one row a trial; columns for its parameters and final metrics", RESULTS);
    add("trials", "one row a trial; all its parameters in one map", TRIALS);
    add("attempts", "one row for each time a slot took a trial", ATTEMPTS);
    add("metrics", "one row a number measured, at each step that reports", METRICS);
    add("artifacts", "one row a file that an attempt wrote", ARTIFACTS);
    add("sweeps", "one row a sweep", SWEEPS);
  }

  /** What a row is, the columns that every sweep has, and what is in them. */
  private record Guide(String row, TableSchema schema, Map<String, Note> notes) {}

  private ColumnGuide() {}

  /** The tables' names, the most useful first. */
  public static List<String> tables() {
    return List.copyOf(GUIDES.keySet());
  }

  /** The meaning of a table's row; empty for a table unknown to the guide. */
  public static String row(String table) {
    return GUIDES.containsKey(table) ? GUIDES.get(table).row() : "";
  }

  /** The columns of a table that every sweep has. */
  static TableSchema schema(String table) {
    return GUIDES.get(table).schema();
  }

  /** Descriptions of a table's columns that every sweep has. */
  public static Map<String, Note> notes(String table) {
    return GUIDES.containsKey(table) ? GUIDES.get(table).notes() : Map.of();
  }

  /** The description of a column, if the guide has one. */
  public static Optional<Note> note(String table, String column) {
    return Optional.ofNullable(notes(table).get(column));
  }

  private static void add(String table, String row, String lines) {
    List<Column> columns = new ArrayList<>();
    Map<String, Note> notes = new LinkedHashMap<>();
    for (String line : lines.lines().toList()) {
      String[] cells = line.strip().split(" *\\| *", 4);
      String type = cells[1].replace("!", "").toUpperCase(Locale.ROOT);
      columns.add(new Column(cells[0], Column.Type.valueOf(type), cells[1].endsWith("!")));
      notes.put(cells[0], new Note(cells[2], cells[3]));
    }
    Map<String, Note> noted = Collections.unmodifiableMap(notes);
    GUIDES.put(table, new Guide(row, new TableSchema(table, columns), noted));
  }
}
