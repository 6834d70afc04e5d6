package org.attune.jobs.watch;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TrialChoice;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepNote;
import org.attune.sweeps.store.SweepNotes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune note}: writes a note on a sweep, or shows its notes. */
@Command(
    name = "note",
    description = {
      "Adds a note to a sweep or to one of its trials, or shows the notes. Words with # are tags:"
          + " 'list runs --with \"#paper\"' finds them.",
      "Notes are lines of notes.txt in the sweep's directory, which you may edit."
    })
public final class NoteCommand extends SweepCommand {

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NOTE",
      description = "The note, such as \"longer warm-up #paper\"; default: show the notes.")
  private Optional<String> note = Optional.empty();

  @Option(
      names = "--trial",
      paramLabel = "T",
      description = "The note is on this trial, and 'status --trial' shows it.")
  private Optional<String> trial = Optional.empty();

  @Mixin
  private final JsonOutput json =
      new JsonOutput(JsonType.list(JsonType.TEXT), "Print JSON: the notes, the oldest first.");

  @Override
  public Integer call() throws Exception {
    SweepView sweep = Sweeps.read(directory); // refuses a directory without a sweep
    Optional<String> id =
        trial.map(named -> TrialChoice.find(sweep, directory, named).trial().id());
    SweepNotes notes = new SweepNotes(Sweeps.storage(directory));
    if (note.isPresent()) {
      if (note.get().isBlank()) {
        throw new InputException("The note is empty; write some words, or leave it out.");
      }
      notes.add(id.map(SweepNote::onTrial).orElse("") + note.get(), Instant.now());
    }
    List<String> lines = id.isPresent() ? notes.ofTrial(id.get()) : notes.lines();
    if (json.asked()) {
      System.out.print(Json.print(lines));
    } else {
      lines.forEach(line -> System.out.println(TerminalText.line(line)));
    }
    return ExitCode.DONE;
  }
}
