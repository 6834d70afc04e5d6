package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.NOON;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A search that is asked on another thread than the loop's. */
class TestThinkingSearch {

  private static final int ROUNDS = 20_000;

  private static SweepSpec spec;
  private static Event opened;

  private final Deque<Runnable> elsewhere = new ArrayDeque<>();
  private final List<Event> journal = new ArrayList<>();
  private int answers;

  @BeforeAll
  static void readOnce() throws Exception {
    spec = spec("execution: {retries: 1}");
    opened = new Event.Opened(SpecHeader.of(spec, 12, 1, Map.of()), 1, NOON);
  }

  @Test
  void nothingWaitsForItAndWhatEndsMeanwhileCountsForTheNextTrial() throws Exception {
    Scheduler scheduler = scheduler(new Counting());
    scheduler.askOn(elsewhere::add, () -> answers++);

    assertThat(scheduler.next(NOON)).isEmpty();
    assertThat(scheduler.ending(NOON)).isEmpty();
    assertThat(elsewhere).hasSize(1);
    think();
    String first = start(scheduler);
    scheduler.prepare(NOON); // ahead of need
    finish(scheduler, first);
    assertThat(scheduler.next(NOON)).isEmpty();
    think();
    String second = start(scheduler);
    assertThat(scheduler.next(NOON)).isEmpty();
    think();
    start(scheduler);

    assertThat(answers).isEqualTo(3);
    assertThat(suggestions()).extracting(Event.Suggested::told).containsExactly(0L, 0L, 1L);
    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void aResumeRepeatsWhatItKnewAtEachTrial() throws Exception {
    nothingWaitsForItAndWhatEndsMeanwhileCountsForTheNextTrial();
    Counting search = new Counting();
    Scheduler resumed = scheduler(search);
    List.copyOf(journal).forEach(resumed::apply);

    assertThat(resumed.mismatches()).isZero();
    assertThat(search.calls).containsExactly("ask", "ask", "tell", "ask");
  }

  /** The loop looks whether the sweep is over while the answer arrives, at each moment of it. */
  @Test
  void anAnswerThatArrivesAtAnyMomentDoesNotEndTheSweep() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < ROUNDS; round++) {
        int spins = round % 400;
        Scheduler scheduler = scheduler(new Counting());
        scheduler.askOn(
            answer ->
                thread.execute(
                    () -> {
                      for (int i = 0; i < spins; i++) {
                        Thread.onSpinWait();
                      }
                      answer.run();
                    }),
            () -> {});
        while (scheduler.next(NOON).isEmpty()) {
          assertThat(scheduler.ending(NOON)).isEmpty();
          assertThat(scheduler.searchWaits()).isFalse();
        }
      }
    } finally {
      thread.shutdown();
    }
  }

  private void think() {
    elsewhere.remove().run();
  }

  private String start(Scheduler scheduler) {
    Scheduler.Next next = scheduler.next(NOON).orElseThrow();
    apply(scheduler, next.suggestion().orElseThrow());
    String id = next.trial().id();
    apply(scheduler, new Event.Started(id, 1, "slot", "host", "cpu", Map.of(), NOON));
    return id;
  }

  private void finish(Scheduler scheduler, String trial) {
    apply(scheduler, new Event.Finished(trial, 1, Map.of("loss", 1.0), Map.of(), NOON));
  }

  private void apply(Scheduler scheduler, Event event) {
    scheduler.apply(event);
    journal.add(event);
  }

  private List<Event.Suggested> suggestions() {
    return journal.stream()
        .filter(Event.Suggested.class::isInstance)
        .map(Event.Suggested.class::cast)
        .toList();
  }

  private static Scheduler scheduler(Search search) throws Exception {
    Scheduler scheduler = new Scheduler(spec, search);
    scheduler.apply(opened);
    return scheduler;
  }

  /** Its trials say how many ends it knew. */
  private static final class Counting implements Search {
    final List<String> calls = new ArrayList<>();
    private int asked;
    private int told;

    @Override
    public boolean thinks() {
      return true;
    }

    @Override
    public long trials() {
      return 12;
    }

    @Override
    public Proposal ask() {
      calls.add("ask");
      Map<String, String> settings =
          Map.of(
              "train.steps",
              Integer.toString(told + 1),
              "train.batch",
              Integer.toString(asked + 1));
      Configuration cell = Configuration.of(SampleCatalog.TREE, settings);
      return new Proposal.Run(Trial.of(asked++, cell, 0, 7));
    }

    @Override
    public void tell(Observation observation) {
      calls.add("tell");
      told++;
    }
  }
}
