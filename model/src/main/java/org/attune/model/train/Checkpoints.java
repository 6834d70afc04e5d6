package org.attune.model.train;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** What a training begins from, and where it puts its state on the way. */
public interface Checkpoints {

  /** Begins at step 0 and keeps nothing. */
  Checkpoints NONE =
      new Checkpoints() {
        @Override
        public Optional<InputStream> open() {
          return Optional.empty();
        }

        @Override
        public boolean sameTraining() {
          return true;
        }

        @Override
        public boolean due(long step) {
          return false;
        }

        @Override
        public boolean dueAtEnd() {
          return false;
        }

        @Override
        public void save(long step, byte[] state) {}

        @Override
        public void saveAtEnd(long step, byte[] state) {}
      };

  /** The checkpoint to begin from, closed by the training; empty for step 0. */
  Optional<InputStream> open() throws IOException;

  /**
   * Whether the checkpoint is of this very training: then all that had been reported is reported
   * again first. Otherwise another's network is trained on, maybe under other settings.
   */
  boolean sameTraining();

  /** Whether the state after this step is to be saved; asked after every step but the last. */
  boolean due(long step);

  /** Whether the state at the end is to be saved; asked when a training ends or is ended. */
  boolean dueAtEnd();

  /** Keeps the state after a step, a file that DL4J opens as a model. */
  void save(long step, byte[] state);

  /** The same with the state that the training ends in. */
  void saveAtEnd(long step, byte[] state);
}
