package org.attune.api;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Where an attempt starts and where it saves its state, so that it can resume after its process has
 * died. The work defines the content of a state. Not thread-safe.
 *
 * <pre>{@code
 * void count(Checkpoints checkpoints, long steps) throws IOException {
 *   try (InputStream state = checkpoints.open().orElse(InputStream.nullInputStream())) {
 *     byte[] counted = state.readAllBytes();
 *     for (long step = checkpoints.start().step() + 1; step <= steps; step++) {
 *       if (checkpoints.due(step)) {
 *         checkpoints.save(step, Content.of(counted));
 *       }
 *     }
 *     if (checkpoints.dueAtEnd()) {
 *       checkpoints.saveAtEnd(steps, Content.of(counted));
 *     }
 *   }
 * }
 * }</pre>
 */
public interface Checkpoints {

  /** Starts at step 0 and saves nothing. */
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
        public void save(long step, Content state) {}

        @Override
        public void saveAtEnd(long step, Content state) {}
      };

  /** Where the attempt starts. */
  Start start();

  /**
   * The state to start from, to be closed by the caller; empty for step 0.
   *
   * @throws IOException if it is missing or unreadable
   */
  Optional<InputStream> open() throws IOException;

  /** Whether to save the state after this step. Cheap: may be called after every step. */
  boolean due(long step);

  /** Whether to save the state at the end: always if the trial pauses. */
  boolean dueAtEnd();

  /**
   * Saves the state after a step: when this returns, the checkpoint is complete, durable and the
   * newest. If saving fails, or the state cannot be had, the trial continues without the
   * checkpoint.
   */
  void save(long step, Content state);

  /** Like {@link #save}, for the attempt's final state; nothing is saved after it. */
  void saveAtEnd(long step, Content state);
}
