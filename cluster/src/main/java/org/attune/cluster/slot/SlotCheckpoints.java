package org.attune.cluster.slot;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.attune.api.Checkpoints;
import org.attune.api.Content;
import org.attune.api.Start;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.store.MeasuredContent;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.trial.TrialContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An attempt's checkpoints in the sweep's directory. The attempt announces each checkpoint to the
 * driver once its file is complete. The driver learns of the last one from the envelope.
 */
final class SlotCheckpoints implements Checkpoints {

  private static final Logger LOG = LoggerFactory.getLogger(SlotCheckpoints.class);

  private final Storage storage;
  private final TrialContext trial;
  private final long epoch;
  private final Consumer<SavedFile> announce;
  private final LongSupplier millis;
  private final long everyNanos;
  private boolean wantedAtEnd;
  private long savedAt = System.nanoTime();
  private long lastStep = -1;
  private Optional<SavedFile> atEnd = Optional.empty();

  /**
   * @param announce tells the driver of a checkpoint while the trial runs
   * @param millis milliseconds since 1970, by the driver's clock
   */
  SlotCheckpoints(
      Storage storage,
      TrialContext trial,
      long epoch,
      Consumer<SavedFile> announce,
      LongSupplier millis) {
    this.storage = storage;
    this.trial = trial;
    this.epoch = epoch;
    this.announce = announce;
    this.millis = millis;
    everyNanos = trial.checkpoints().every().toNanos();
    wantedAtEnd = trial.checkpoints().atEnd();
  }

  @Override
  public Start start() {
    return trial.start();
  }

  @Override
  public Optional<InputStream> open() throws IOException {
    return start().atBeginning() ? Optional.empty() : Optional.of(storage.open(start().path()));
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
   * Handles the driver's reply. A paused trial saves a checkpoint at its end; a dismissed one does
   * not.
   */
  void hear(SlotReply reply) {
    if (reply instanceof SlotReply.Stop stop && stop.kind() == Slots.Stop.Kind.PAUSE) {
      wantedAtEnd = true;
    } else if (reply instanceof SlotReply.Quit) {
      wantedAtEnd = false;
    }
  }

  @Override
  public void save(long step, Content state) {
    write(step, state).ifPresent(announce);
  }

  @Override
  public void saveAtEnd(long step, Content state) {
    atEnd = write(step, state);
  }

  /**
   * Writes a checkpoint. A full disk must not end the training, so a failed write is only logged.
   */
  private Optional<SavedFile> write(long step, Content state) {
    savedAt = System.nanoTime();
    if (step == lastStep) {
      return Optional.empty();
    }
    String path = SweepLayout.checkpoint(epoch, trial.trial(), trial.attempt(), step);
    MeasuredContent measured = new MeasuredContent(state);
    try {
      storage.replace(path, measured);
    } catch (IOException e) {
      LOG.warn("Cannot write checkpoint {}; the trial goes on without", path, e);
      return Optional.empty();
    }
    lastStep = step;
    return Optional.of(new SavedFile(step, path, measured.bytes(), millis.getAsLong()));
  }

  /** The last checkpoint, which the driver learns from the envelope. */
  List<SavedFile> atEnd() {
    return atEnd.stream().toList();
  }
}
