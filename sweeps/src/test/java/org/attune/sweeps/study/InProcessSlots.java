package org.attune.sweeps.study;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.scheduler.SlotLocation;
import org.attune.sweeps.scheduler.Slots;
import org.jspecify.annotations.Nullable;

/** Slots that are threads of this process. */
final class InProcessSlots implements Slots {

  private final TrialWork work;
  private final SteadyClock clock = SteadyClock.ofProcess();
  private final Map<Long, Worker> workers = new ConcurrentHashMap<>();
  private Listener listener;
  private long started;

  InProcessSlots(TrialWork work) {
    this.work = work;
  }

  @Override
  public void open(Listener listener) {
    this.listener = listener;
  }

  @Override
  public void want(int slots) {
    while (workers.size() < slots) {
      long number = ++started;
      Worker worker = new Worker(number);
      workers.put(number, worker);
      worker.start();
      listener.arrived(number, new SlotLocation("local." + number, "localhost", "cpu", Map.of()));
    }
  }

  @Override
  public void release(long slot) {
    Worker worker = workers.remove(slot);
    if (worker != null) {
      worker.interrupt();
    }
  }

  @Override
  public void run(long slot, TrialContext trial) {
    Worker worker = workers.get(slot);
    if (worker != null) {
      worker.stop = null;
      worker.next.add(trial);
    }
  }

  @Override
  public void stop(long slot, Stop stop) {
    Worker worker = workers.get(slot);
    if (worker != null && worker.stop == null) {
      worker.stop = stop;
    }
  }

  @Override
  public void kill(long slot, String reason) {
    Worker worker = workers.remove(slot);
    if (worker != null) {
      worker.interrupt();
      listener.lost(slot, reason);
    }
  }

  @Override
  public Optional<List<Event.OfAttempt>> leftBy(String trialId, int attempt, int epoch) {
    return Optional.empty(); // a thread's results die with it
  }

  @Override
  public void close() {
    workers.values().forEach(Thread::interrupt);
    workers.clear();
  }

  /** A slot. */
  private final class Worker extends Thread {
    private final long number;
    private final BlockingQueue<TrialContext> next = new LinkedBlockingQueue<>();
    private volatile @Nullable Stop stop;

    Worker(long number) {
      super("slot-" + number);
      this.number = number;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        while (workers.get(number) == this) {
          TrialContext trial = next.take();
          Event.Terminal end = end(trial);
          if (workers.get(number) == this) {
            listener.ended(number, List.of(end));
          }
        }
      } catch (InterruptedException ended) {
        // The slot was closed.
      }
    }

    private Event.Terminal end(TrialContext trial) throws InterruptedException {
      long since = System.nanoTime();
      long[] lastStep = new long[1];
      int[] reports = new int[1];
      try {
        TrialWork.Result result =
            work.run(trial, (step, values) -> report(trial, step, values, ++reports[0], lastStep));
        return new Event.Finished(
            trial.trial(),
            trial.attempt(),
            result.metrics(),
            Map.of(Provenance.COMPUTE_SECONDS, String.valueOf((System.nanoTime() - since) / 1e9)),
            clock.instant());
      } catch (TrialWork.StoppedException stopped) {
        Stop told = stop;
        return told == null
            ? failed(trial, Cause.TIMEOUT, stopped)
            : told.end(trial, lastStep[0], clock.instant());
      } catch (InterruptedException ended) {
        throw ended;
      } catch (TrialException known) {
        return failed(trial, known.reason(), known);
      } catch (OutOfMemoryError full) {
        return failed(trial, Cause.OUT_OF_MEMORY, full);
      } catch (Exception | LinkageError | AssertionError any) {
        return failed(trial, Cause.TRANSIENT, any);
      }
    }

    private void report(
        TrialContext trial, long step, Map<String, Double> values, int report, long[] lastStep)
        throws TrialWork.StoppedException {
      lastStep[0] = Math.max(lastStep[0], step);
      listener.reported(
          number,
          List.of(
              new Event.Measured(
                  trial.trial(), trial.attempt(), step, values, report, clock.instant())),
          () -> {});
      Stop told = stop;
      if (told != null) {
        throw new TrialWork.StoppedException(told.reason());
      }
    }

    private Event.Failed failed(TrialContext trial, Cause cause, Throwable why) {
      String message = why.getMessage() == null ? why.toString() : why.getMessage();
      return new Event.Failed(trial.trial(), trial.attempt(), cause, message, clock.instant());
    }
  }
}
