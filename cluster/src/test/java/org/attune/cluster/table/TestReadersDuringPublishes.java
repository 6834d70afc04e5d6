package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.attune.api.storage.Storage;
import org.attune.sweeps.journal.CurrentTables;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Column.Type;
import org.attune.sweeps.table.TableRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many readers while drivers publish and take one another over: each sees whole states only. */
class TestReadersDuringPublishes {
  private static final int READERS = 50;
  private static final int PUBLISHES = 200;

  /** Few decode at one time, so that the publisher gets on; the rest hold a state that ages. */
  private static final int READING = 1;

  private static final int TAKEOVERS = 4;
  private static final List<Column> COLUMNS = List.of(new Column("state", Type.LONG, true));

  @TempDir private Path directory;

  @Test
  void nobodySeesATornMissingOrBackwardsState() throws Exception {
    Storage storage = new LocalStorage(directory);
    TablePublisher publisher = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    publisher.publish(0, state(1, 1));
    AtomicBoolean done = new AtomicBoolean();
    Semaphore reading = new Semaphore(READING, true);
    ExecutorService pool = Executors.newFixedThreadPool(READERS);
    List<Future<Integer>> reads = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      reads.add(pool.submit(reader(storage, reading, done)));
    }
    try {
      for (int state = 2; state <= PUBLISHES; state++) {
        if (state % (PUBLISHES / TAKEOVERS) == 0) {
          TablePublisher stale = publisher;
          publisher = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
          stale.publish(0, state(state, state + PUBLISHES));
          publisher.publish(0, state(1, state));
        } else {
          publisher.publish(0, state(state, state));
        }
      }
    } finally {
      done.set(true);
      pool.shutdown();
    }
    for (Future<Integer> read : reads) {
      assertThat(read.get()).isPositive();
    }
    assertThat(stateOf(PublishedSweep.read(storage))).isEqualTo(PUBLISHES);
  }

  @Test
  void whatADriverPublishesAfterItWasTakenOverIsNotSeenByAReaderThatSleptThroughThat()
      throws Exception {
    Storage storage = new LocalStorage(directory);
    TablePublisher stale = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    stale.publish(0, state(1, 1));
    AtomicBoolean slept = new AtomicBoolean();
    Storage sleeping =
        (Storage)
            Proxy.newProxyInstance(
                Storage.class.getClassLoader(),
                new Class<?>[] {Storage.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("open")
                      && arguments[0].equals(SweepLayout.current(1))
                      && !slept.getAndSet(true)) {
                    PublishedSweep.begin(storage, PublishedSweep.CLOCK);
                    stale.publish(0, state(2, 2));
                  }
                  return method.invoke(storage, arguments);
                });

    Optional<CurrentTables> seen = SweepJournal.tablesInForce(sleeping);

    assertThat(slept).isTrue();
    assertThat(seen).isEqualTo(SweepJournal.tablesInForce(storage));
  }

  private static Callable<Integer> reader(Storage storage, Semaphore reading, AtomicBoolean done) {
    return () -> {
      int reads = 0;
      for (long last = 0; !done.get() || reads == 0; reads++) {
        Manifest manifest = new ManifestReader(storage).read().orElseThrow();
        long state;
        reading.acquire();
        try {
          state = stateOf(PublishedSweep.read(storage, manifest));
        } finally {
          reading.release();
        }
        assertThat(state).isGreaterThanOrEqualTo(last);
        last = state;
      }
      return reads;
    };
  }

  /** State n: in both tables the settled rows 1 to n and the live row n, published together. */
  private static List<TableRows> state(long from, long to) {
    List<Object[]> settled = new ArrayList<>();
    for (long i = from; i <= to; i++) {
      settled.add(new Object[] {i});
    }
    List<Object[]> live = List.<Object[]>of(new Object[] {to});
    return List.of(
        PublishedSweep.rows("attempts", COLUMNS, settled, live),
        PublishedSweep.rows("trials", COLUMNS, settled, live));
  }

  /** Says which state all tables together are, if they are one. */
  private static long stateOf(Map<String, List<Object[]>> tables) {
    assertThat(tables).containsOnlyKeys("attempts", "trials");
    long state = tables.get("trials").size() - 1L;
    for (List<Object[]> rows : tables.values()) {
      assertThat(rows).hasSize((int) state + 1);
      assertThat(rows.get((int) state)[0]).isEqualTo(state);
      assertThat(rows.stream().mapToLong(row -> (Long) row[0]).sum())
          .isEqualTo(state * (state + 1) / 2 + state);
    }
    return state;
  }
}
