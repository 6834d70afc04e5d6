package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that share work: how a share that fails ends. */
class TestCrew {

  /** The last share ends only when the caller waits for it, or has left without waiting. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theCallerWaitsForAllSharesWhenOneEndsInAnError(int failing) {
    Thread caller = Thread.currentThread();
    AtomicReference<Thread> first = new AtomicReference<>();
    AtomicBoolean left = new AtomicBoolean();
    AtomicBoolean waited = new AtomicBoolean();
    try (Crew crew = new Crew(3)) {
      assertThatThrownBy(
              () ->
                  crew.share(
                      3,
                      share -> {
                        if (share == 1) {
                          first.set(Thread.currentThread());
                        }
                        if (share == failing) {
                          throw new StackOverflowError("of share " + share);
                        }
                        if (share == 0) {
                          untilWaiting(first, left);
                        }
                        if (share == 2) {
                          untilWaiting(new AtomicReference<>(caller), left);
                          waited.set(!left.get());
                        }
                      }))
          .isInstanceOf(StackOverflowError.class)
          .hasMessage("of share " + failing);
      left.set(true);
    }

    assertThat(waited).isTrue();
  }

  /** Returns when the thread waits, or when the caller has left. */
  private static void untilWaiting(AtomicReference<Thread> thread, AtomicBoolean left) {
    while (!left.get()
        && (thread.get() == null || thread.get().getState() != Thread.State.WAITING)) {
      Thread.onSpinWait();
    }
  }
}
