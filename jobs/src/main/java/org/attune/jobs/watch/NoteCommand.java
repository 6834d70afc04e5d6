package org.attune.jobs.watch;

import java.time.Instant;
import java.util.Optional;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonCommand;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune note}: writes a note on a sweep, or shows its notes. */
@Command(
    name = "note",
    description = {
      "Adds a note to a sweep, or shows its notes. Words with # are tags: 'list runs --with \"#paper\"' finds them.",
      "Notes are lines of notes.txt in the sweep's directory, which you may edit."
    })
public final class NoteCommand extends SweepCommand implements JsonCommand {

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NOTE",
      description = "The note, such as \"longer warm-up #paper\"; default: show the notes.")
  private Optional<String> note = Optional.empty();

  @Option(names = "--json", description = "Print JSON: the notes, the oldest first.")
  private boolean json;

  @Override
  public JsonType output() {
    return JsonType.list(JsonType.TEXT);
  }

  @Override
  public Integer call() throws Exception {
    Sweeps.read(directory); // refuses a directory without a sweep
    SweepNotes notes = new SweepNotes(Sweeps.storage(directory));
    if (note.isPresent()) {
      if (note.get().isBlank()) {
        throw new InputException("The note is empty; write some words, or leave it out.");
      }
      notes.add(note.get(), Instant.now());
    }
    if (json) {
      System.out.print(Json.print(notes.lines()));
    } else {
      notes.lines().forEach(line -> System.out.println(TerminalText.line(line)));
    }
    return ExitCode.DONE;
  }
}
