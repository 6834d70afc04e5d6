package org.attune.model.train;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/** Supplies the checkpoint that a training starts from, and stores its checkpoints. */
public interface Checkpoints {

  /** Starts at step 0 and saves nothing. */
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
        public void save(long step, State state) {}

        @Override
        public void saveAtEnd(long step, State state) {}
      };

  /** Opens the checkpoint to start from; the training closes it. Empty starts at step 0. */
  Optional<InputStream> open() throws IOException;

  /**
   * Whether the checkpoint belongs to this same training. If so, the training first repeats all its
   * earlier reports. If not, it trains the checkpoint's network further, maybe under other
   * settings.
   */
  boolean sameTraining();

  /** Whether to save the state after this step. The training asks after every step but the last. */
  boolean due(long step);

  /** Whether to save the final state. The training asks when it ends, early or not. */
  boolean dueAtEnd();

  /** Writes a training's state, which may be larger than an array. */
  @FunctionalInterface
  interface State {
    /** Writes the whole state; leaves the stream open. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Saves the state after a step; DL4J can open the file as a model. */
  void save(long step, State state);

  /** Saves the final state, like {@link #save}. */
  void saveAtEnd(long step, State state);
}
