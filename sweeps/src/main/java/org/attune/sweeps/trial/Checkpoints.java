package org.attune.sweeps.trial;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * What an attempt begins from, and where it puts its state, so that it can be gone on with after
 * its process is dead. What a state is, is the work's own affair. Not safe for several threads.
 */
public interface Checkpoints {

  /** Begins at step 0 and keeps nothing. */
  Checkpoints NONE =
      new Checkpoints() {
        @Override
        public Optional<InputStream> open() {
          return Optional.empty();
        }

        @Override
        public Start start() {
          return Start.BEGINNING;
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

  /** Where the attempt begins. */
  Start start();

  /**
   * The state to begin from, to be closed by the caller; empty for step 0.
   *
   * @throws IOException when it is not there or cannot be read
   */
  Optional<InputStream> open() throws IOException;

  /** Whether the state after this step is to be saved. Cheap: may be asked after every step. */
  boolean due(long step);

  /** Whether the state at the end is to be saved: always where the trial is to wait and go on. */
  boolean dueAtEnd();

  /**
   * Keeps the state after a step: whole and durable when this returns, and the newest from then on.
   * Where that cannot be done the trial goes on without.
   */
  void save(long step, byte[] state);

  /** The same with the state that the attempt ends in; nothing is saved after it. */
  void saveAtEnd(long step, byte[] state);
}
