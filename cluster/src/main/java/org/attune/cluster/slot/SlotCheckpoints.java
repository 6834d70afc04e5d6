package org.attune.cluster.slot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.attune.api.Checkpoints;
import org.attune.api.Content;
import org.attune.api.Start;
import org.attune.api.storage.Storage;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.store.CheckedContent;
import org.attune.sweeps.store.MeasuredContent;
import org.attune.sweeps.store.SweepLayout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An attempt's checkpoints in the sweep's directory. The attempt announces each checkpoint to the
 * driver once its file is complete. The driver learns of the last one from the envelope.
 */
final class SlotCheckpoints implements Checkpoints {

  private static final Logger LOG = LoggerFactory.getLogger(SlotCheckpoints.class);

  private static final Set<Slots.Stop.Kind> RESUMED =
      Set.of(Slots.Stop.Kind.PAUSE, Slots.Stop.Kind.ABANDON);

  private final Storage storage;
  private final TrialContext trial;
  private final long epoch;
  private final News announce;
  private final LongSupplier millis;
  private final long everyNanos;
  private final Start start;
  private long startBytes;
  private boolean wantedAtEnd;
  private long savedAt = System.nanoTime();
  private long lastStep = -1;
  private Optional<SavedFile> atEnd = Optional.empty();
  private boolean failed;
  private String unwritten = "";

  /** Tells the driver of a checkpoint, or why it could not be written, while the trial runs. */
  @FunctionalInterface
  interface News {
    void tell(Map<String, String> facts, List<SavedFile> files);
  }

  /**
   * @param millis milliseconds since 1970, by the driver's clock
   */
  SlotCheckpoints(
      Storage storage, TrialContext trial, long epoch, News announce, LongSupplier millis) {
    this.storage = storage;
    this.trial = trial;
    this.epoch = epoch;
    this.announce = announce;
    this.millis = millis;
    start = trial.start();
    everyNanos = trial.checkpoints().every().toNanos();
    wantedAtEnd = trial.checkpoints().atEnd();
  }

  /**
   * Checks the checkpoint to start from. If one of the trial's own is damaged, the driver learns it
   * from the envelope, and the next attempt starts without it.
   *
   * @return a message on the damage of the trial's own checkpoint; empty without damage
   * @throws TrialException if the damaged checkpoint is that of another trial
   */
  Optional<String> damage() throws IOException, TrialException {
    if (start.atBeginning()) {
      return Optional.empty();
    }
    OptionalLong bytes;
    try {
      bytes = CheckedContent.check(storage, start.path());
    } catch (FileNotFoundException gone) {
      return Optional.empty(); // the work decides
    }
    if (bytes.isPresent()) {
      startBytes = bytes.getAsLong();
      return Optional.empty();
    }
    String damage =
        storage.describe()
            + "/"
            + start.path()
            + " is damaged: its digest does not match its content";
    if (!start.own()) {
      throw new TrialException(Cause.TRIAL_FAULT, damage);
    }
    atEnd = Optional.of(new SavedFile(start.step(), start.path(), 0, millis.getAsLong(), true));
    return Optional.of(damage + "; the trial begins anew");
  }

  @Override
  public Start start() {
    return start;
  }

  @Override
  public Optional<InputStream> open() throws IOException {
    return start.atBeginning()
        ? Optional.empty()
        : Optional.of(CheckedContent.open(storage, start.path(), startBytes));
  }

  @Override
  public boolean due(long step) {
    long everySteps = trial.checkpoints().everySteps();
    return System.nanoTime() - savedAt >= everyNanos || (everySteps > 0 && step % everySteps == 0);
  }

  @Override
  public boolean dueAtEnd() {
    return wantedAtEnd;
  }

  /**
   * Handles the driver's reply. A trial that a later attempt resumes saves a checkpoint at its end;
   * a dismissed one does not.
   */
  void hear(SlotReply reply) {
    if (reply instanceof SlotReply.Stop stop && RESUMED.contains(stop.kind())) {
      wantedAtEnd = true;
    } else if (reply instanceof SlotReply.Quit) {
      wantedAtEnd = false;
    }
  }

  @Override
  public void save(long step, Content state) {
    if (step == lastStep) {
      return;
    }
    boolean known = !unwritten.isEmpty();
    Optional<SavedFile> file = write(step, state);
    if (file.isPresent() || !known) {
      announce.tell(facts(), file.stream().toList());
    }
  }

  @Override
  public void saveAtEnd(long step, Content state) { // a program's may be newer at the same step
    atEnd = write(step, state);
  }

  /**
   * Writes a checkpoint. A full disk must not end the training: the user learns of a failed write
   * from {@link #facts}.
   */
  private Optional<SavedFile> write(long step, Content state) {
    savedAt = System.nanoTime();
    String path = SweepLayout.checkpoint(epoch, trial.trial(), trial.attempt(), step);
    MeasuredContent measured = new MeasuredContent(new CheckedContent(state, path));
    try {
      storage.replace(path, measured);
    } catch (IOException e) {
      LOG.warn("Cannot write checkpoint {}; the trial goes on without", path, e);
      failed = true;
      unwritten = path + ": " + reason(e);
      return Optional.empty();
    }
    lastStep = step;
    unwritten = "";
    return Optional.of(new SavedFile(step, path, measured.bytes(), millis.getAsLong(), false));
  }

  private static String reason(IOException failure) {
    if (failure instanceof AccessDeniedException) {
      return "access denied";
    }
    String reason =
        failure instanceof FileSystemException file && file.getReason() != null
            ? file.getReason()
            : String.valueOf(failure.getMessage());
    return reason.lines().findFirst().orElse("");
  }

  /** What the attempt's provenance says of checkpoints that could not be written. */
  Map<String, String> facts() {
    return failed ? Map.of(Provenance.UNWRITTEN, unwritten) : Map.of();
  }

  /** The last checkpoint, or a damaged one, which the driver learns from the envelope. */
  List<SavedFile> atEnd() {
    return atEnd.stream().toList();
  }
}
