package org.attune.sweeps.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestEventHandlers {

  private static final Event.Abandoned ABANDONED =
      new Event.Abandoned("t1", 2, "the driver died", Instant.EPOCH);

  private final List<String> calls = new ArrayList<>();

  @Test
  void aKindThatNobodyNamesIsRefusedByName() {
    assertThatThrownBy(() -> withoutRest().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("TestEventHandlers neither handles nor ignores the events Rested, Unsealed");
  }

  @Test
  void aKindIsNamedOnceAlsoWithinAGroup() {
    assertThatThrownBy(() -> withoutRest().ignore(Event.Paused.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("TestEventHandlers names the event Paused twice");
  }

  @Test
  void aGroupsHandlerTakesEachOfItsKindsAndAnIgnoredKindDoesNothing() {
    EventHandlers<TestEventHandlers> handlers =
        withoutRest().ignore(Event.Rested.class, Event.Unsealed.class).build();

    handlers.handle(this, ABANDONED);
    handlers.handle(this, new Event.Paused("t1", 3, 20, Instant.EPOCH));
    handlers.handle(this, new Event.Retried("t1", Instant.EPOCH));
    handlers.handle(this, new Event.Unsealed("digest", Instant.EPOCH));

    assertThat(calls).containsExactly("end of t1.2", "end of t1.3", "retry of t1");
  }

  private static EventHandlers.Builder<TestEventHandlers> withoutRest() {
    return EventHandlers.of(TestEventHandlers.class)
        .on(Event.Terminal.class, (test, end) -> test.calls.add("end of " + end.key()))
        .on(Event.Retried.class, (test, retry) -> test.calls.add("retry of " + retry.trialId()))
        .ignore(
            Event.Opened.class,
            Event.Suggested.class,
            Event.Started.class,
            Event.Noted.class,
            Event.Measured.class,
            Event.Decided.class,
            Event.Checkpointed.class,
            Event.Suspended.class,
            Event.Stated.class,
            Event.Prioritised.class,
            Event.Reused.class,
            Event.Completed.class);
  }
}
