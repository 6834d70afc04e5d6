package org.attune.sweeps.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.attune.api.trial.Cause;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.reuse.Copies;
import org.attune.sweeps.reuse.EarlierSweep;
import org.attune.sweeps.reuse.EarlierSweeps;
import org.attune.sweeps.spec.ExecutionSettings;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sweeps whose machine is stopped at every write, force and rename, and whose next drivers go on:
 * the rows in the end are those of a sweep that nothing disturbed.
 */
class TestCrashes {

  private static final int SAMPLED = 23;
  private static final int ROUNDS = 12;

  /** What is run. Adaptive sweeps have one slot, so that trials end in the order they began. */
  enum Kind {
    GRID(2, "axes: {train.steps: [1, 2, 3, 4, 5, 6]}\nreplicates: 2\nexecution: {retries: 1}"),
    TPE(
        1,
        "axes: {train.steps: {uniform: [1, 100]}}\n"
            + "search: {method: tpe, trials: 8, startup: 3}"),
    GAUSSIAN(
        1,
        "axes: {train.steps: {uniform: [1, 100]}}\n"
            + "search: {method: gaussian-process, trials: 7, startup: 4}"),
    EVOLUTION(
        1,
        "axes: {train.steps: {uniform: [1, 100]}}\n"
            + "search: {method: evolution, trials: 8, population: 4}"),
    ASHA(
        1,
        "axes: {train.steps: [9, 1, 8, 2, 7, 3, 6, 4, 5]}\n"
            + "stop: {asha: {min-steps: 2, reduction: 2}}");

    private final int slots;
    private final String file;

    Kind(int slots, String file) {
      this.slots = slots;
      this.file = file;
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aSampleOfCrashesChangesNoRow(Kind kind) throws Exception {
    crash(kind, 1, SAMPLED, false);
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"GRID", "TPE"})
  void aSampleOfCrashesAdoptsNoTrialTwice(Kind kind) throws Exception {
    crash(kind, 2, 2 * SAMPLED, true);
  }

  /** Both drivers are alive, and the second has taken the sweep over. */
  @Test
  void ofTwoDriversOneAdopts() throws Exception {
    SweepSpec spec = SimulatedSweep.spec(Kind.GRID.file);
    SweepView trained =
        drive(Kind.GRID, spec, new CrashingStorage(), new HashMap<>(), Reuse.NONE).orElseThrow();
    CrashingStorage disk = new CrashingStorage();
    Scheduler fenced = new Scheduler(spec, spec.newSearch(SampleCatalog.CATALOG));
    SweepHeader header = SpecHeader.of(spec, fenced.trials(), 1, Map.of());
    Map<String, List<Event.OfAttempt>> written = new HashMap<>();
    try (SweepJournal first = SweepJournal.open(disk, header, false, fenced::apply)) {
      SweepLoop before = loop(Kind.GRID, fenced, first, disk, written, everySecond(trained));
      Scheduler latest = new Scheduler(spec, spec.newSearch(SampleCatalog.CATALOG));
      try (SweepJournal second = SweepJournal.open(disk, header, true, latest::apply)) {
        assertThatThrownBy(before::run).isInstanceOf(IOException.class);
        loop(Kind.GRID, latest, second, disk, written, everySecond(trained)).run();
        assertSound(second.state().view());
        assertThat(adopted(second.state().view())).isTrue();
      }
    }
    SweepView read = SweepJournal.read(disk);
    assertSound(read);
    assertThat(read.settledAttempts())
        .filteredOn(of -> of.attempt().adopted().isPresent())
        .hasSize(4)
        .allMatch(of -> of.attempt().epoch() == 2);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  @Tag("soak")
  void crashesAtEveryPointAdoptNoTrialTwice(Kind kind) throws Exception {
    assertThat(crash(kind, 0, 1, true)).isGreaterThan(100);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  @Tag("soak")
  void crashesAtEveryPointChangeNoRow(Kind kind) throws Exception {
    int crashes = 0;
    for (int round = 0; round < ROUNDS; round++) {
      crashes += crash(kind, round, 1, false);
    }
    System.out.printf("crashes.%s %d%n", kind.name().toLowerCase(Locale.ROOT), crashes);
    assertThat(crashes).isGreaterThan(2_000);
  }

  /**
   * Stops the machine at points a fixed distance apart, once by the death of the process and once
   * by a loss of power; one driver in three that goes on is stopped as well.
   *
   * @param adopts whether every second trial is adopted from a sweep that nothing disturbed
   * @return how many crashes there were
   */
  private static int crash(Kind kind, long seed, int stride, boolean adopts) throws Exception {
    SweepSpec spec = SimulatedSweep.spec(kind.file);
    CrashingStorage quiet = new CrashingStorage();
    quiet.crashAt(Integer.MAX_VALUE);
    SweepView trained = drive(kind, spec, quiet, new HashMap<>(), Reuse.NONE).orElseThrow();
    Reuse reuse = adopts ? everySecond(trained) : Reuse.NONE;
    if (adopts) {
      quiet = new CrashingStorage();
      quiet.crashAt(Integer.MAX_VALUE);
      trained = drive(kind, spec, quiet, new HashMap<>(), everySecond(trained)).orElseThrow();
    }
    List<String> expected = rows(trained);
    int all = quiet.points();
    assertThat(expected).isNotEmpty();
    int crashes = 0;
    for (int point = 1 + (int) (seed % stride); point <= all; point += stride) {
      for (boolean power : new boolean[] {false, true}) {
        Random random = new Random(31 * seed + point);
        Map<String, List<Event.OfAttempt>> written = new HashMap<>();
        CrashingStorage disk = new CrashingStorage();
        int at = point;
        Optional<SweepView> end = Optional.empty();
        while (end.isEmpty()) {
          disk.crashAt(at);
          end = drive(kind, spec, disk, written, reuse);
          if (end.isEmpty()) {
            crashes++;
            disk = disk.next(random, power);
            at = random.nextInt(3) == 0 ? 1 + random.nextInt(all) : Integer.MAX_VALUE;
          }
        }
        assertThat(rows(end.get()))
            .as("%s, stopped at point %d of %d, power lost: %s", kind, point, all, power)
            .isEqualTo(expected);
        assertSound(end.get());
        assertThat(adopted(end.get())).isEqualTo(adopted(trained)).isEqualTo(adopts);
      }
    }
    return crashes;
  }

  /** Adopts every second trial from a sweep. */
  private static Reuse everySecond(SweepView trained) {
    Reuse all =
        new EarlierSweeps(
            List.of(new EarlierSweep("/runs/first", new CrashingStorage(), trained)),
            trained.header(),
            new TreeSet<>(),
            new Copies(new CrashingStorage(), 1));
    return (next, place, now) ->
        next.trial().index() % 2 == 0 ? all.adopted(next, place, now) : List.of();
  }

  /** Whether every adopted trial has its origin and the numbers of it; false if none is adopted. */
  private static boolean adopted(SweepView sweep) {
    List<TrialStatus> adopted =
        sweep.trials().stream().filter(trial -> trial.adopted().isPresent()).toList();
    assertThat(adopted)
        .allSatisfy(
            trial -> {
              assertThat(trial.attempt().orElseThrow().adopted().orElseThrow().directory())
                  .isEqualTo("/runs/first");
              assertThat(trial.attempt().orElseThrow().lastStep()).isEqualTo(8);
            });
    return !adopted.isEmpty();
  }

  /** A driver runs the sweep to its end; empty when the machine stopped. */
  private static Optional<SweepView> drive(
      Kind kind,
      SweepSpec spec,
      CrashingStorage disk,
      Map<String, List<Event.OfAttempt>> written,
      Reuse reuse)
      throws Exception {
    Scheduler scheduler = new Scheduler(spec, spec.newSearch(SampleCatalog.CATALOG));
    SweepHeader header = SpecHeader.of(spec, scheduler.trials(), 1, Map.of());
    try (SweepJournal journal = SweepJournal.open(disk, header, false, scheduler::apply)) {
      assertThat(scheduler.mismatches()).isZero();
      loop(kind, scheduler, journal, disk, written, reuse).run();
      return Optional.of(journal.state().view());
    } catch (IOException | IllegalStateException stopped) {
      if (disk.crashed()) {
        return Optional.empty();
      }
      throw stopped;
    }
  }

  private static SweepLoop loop(
      Kind kind,
      Scheduler scheduler,
      SweepJournal journal,
      CrashingStorage disk,
      Map<String, List<Event.OfAttempt>> written,
      Reuse reuse) {
    VirtualTime time = new VirtualTime(SimulatedSweep.NOON);
    return new SweepLoop(
        scheduler,
        new LeavingSlots(time, kind, journal.epoch(), disk, written),
        events -> append(journal, events),
        time,
        LoopSetup.of(ExecutionSettings.STANDARD, kind.slots, 1, CheckpointPlan.NONE).reusing(reuse),
        new Silent());
  }

  private static CompletableFuture<Void> append(SweepJournal journal, List<Event> events) {
    try {
      journal.append(events).join();
      return CompletableFuture.completedFuture(null);
    } catch (CompletionException stopped) {
      return CompletableFuture.failedFuture(stopped.getCause());
    }
  }

  /** What a trial does: eight reports that fall towards a loss by its steps. */
  private static List<Event.OfAttempt> script(Kind kind, TrialContext trial) {
    double steps = Double.parseDouble(trial.configuration().get("train.steps"));
    if (kind == Kind.GRID && (steps == 3 || steps == 4)) {
      Cause cause = steps == 3 ? Cause.TRIAL_FAULT : Cause.TRANSIENT;
      return List.of(
          new Event.Failed(trial.trial(), trial.attempt(), cause, "no", SimulatedSweep.NOON));
    }
    double loss = Math.abs(steps - 37);
    List<Event.OfAttempt> events = new ArrayList<>();
    for (int step = 1; step <= 8; step++) {
      events.add(SimulatedSweep.measured(trial, step, loss + 8 - step));
    }
    events.add(SimulatedSweep.finished(trial, loss));
    return events;
  }

  /** Each trial's configuration, replicate, state, reason and metrics, sorted. */
  private static List<String> rows(SweepView sweep) {
    return sweep.trials().stream()
        .map(
            trial ->
                "%s %d %s %s %s"
                    .formatted(
                        trial.trial().configuration(),
                        trial.trial().replicate(),
                        trial.state(),
                        trial.objective(),
                        trial.attempt().map(a -> a.message() + a.metrics()).orElse("")))
        .sorted()
        .toList();
  }

  /** No trial twice, and one attempt that counts for each. */
  private static void assertSound(SweepView sweep) {
    assertThat(sweep.completed()).isPresent();
    Set<String> ids = new HashSet<>();
    for (TrialStatus trial : sweep.trials()) {
      assertThat(ids.add(trial.trial().id())).isTrue();
      assertThat(trial.attempts())
          .filteredOn(attempt -> attempt.state().successful())
          .hasSize(trial.state() == TrialState.FAILED ? 0 : 1);
    }
  }

  /** Slots that write a trial's result before they tell of it. */
  private static final class LeavingSlots extends PlayedSlots {
    private final int epoch;
    private final CrashingStorage disk;
    private final Map<String, List<Event.OfAttempt>> written;

    LeavingSlots(
        VirtualTime time,
        Kind kind,
        int epoch,
        CrashingStorage disk,
        Map<String, List<Event.OfAttempt>> written) {
      super(time, trial -> script(kind, trial), Map.of(), new ArrayList<>(), new ArrayList<>());
      this.epoch = epoch;
      this.disk = disk;
      this.written = written;
    }

    @Override
    SlotLocation place(long slot) {
      return new SlotLocation("0." + slot, "host", "cpu", Adopting.FACTS);
    }

    @Override
    void ends(TrialContext trial, List<Event.OfAttempt> events) {
      String path = SweepLayout.envelope(epoch, trial.trial(), trial.attempt());
      written.put(path, events);
      try {
        disk.createUnforced(path, path.getBytes(UTF_8));
      } catch (IOException stopped) {
        throw new IllegalStateException(stopped);
      }
    }

    @Override
    public Optional<List<Event.OfAttempt>> leftBy(String trialId, int attempt, int of) {
      String path = SweepLayout.envelope(of, trialId, attempt);
      try (InputStream in = disk.open(path)) {
        boolean whole = new String(in.readAllBytes(), UTF_8).equals(path);
        return whole ? Optional.of(written.get(path)) : Optional.empty();
      } catch (IOException missing) {
        return Optional.empty();
      }
    }
  }

  private static final class Silent implements LoopObserver {
    @Override
    public void tick(int slots) {}

    @Override
    public void ended(String trialId, int attempt) {}

    @Override
    public void ignored(long slot, Event.OfAttempt end) {}
  }
}
