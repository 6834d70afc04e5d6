package org.attune.model.cuda;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.attune.model.cuda.device.Blas;
import org.attune.model.cuda.device.CardAddresses;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.Driver;

/**
 * One card of this process: the context that its trials share, their compiled kernels, and a pool
 * of cuBLAS handles. All of it stays until the process ends, so a trial builds nothing that an
 * earlier one has built. Nothing here is ever destroyed: destroying a handle waits for the whole
 * card, and breaks the stream captures of other trials.
 *
 * <p>A faulty kernel destroys the context. CUDA gives the process no new one for that card.
 */
final class DeviceRuntime {

  private final Driver driver;
  private final Blas blas;
  private final DeviceFacts card;
  private final String name;
  private final Modules modules;
  private final ReentrantLock lock = new ReentrantLock(); // of captures, and of what breaks them
  private final Deque<Long> idle = new ArrayDeque<>(); // handles
  private OptionalLong context = OptionalLong.empty(); // from the first trial
  private volatile Optional<CudaException> lost = Optional.empty();

  /**
   * @param device CUDA's number of the card, from 0
   */
  DeviceRuntime(Driver driver, Blas blas, Cubins cubins, int device) {
    this.driver = driver;
    this.blas = blas;
    card = driver.facts(device);
    name = "gpu:" + new CardAddresses(driver).of(device);
    modules = new Modules(driver, cubins, card, lock);
  }

  Driver driver() {
    return driver;
  }

  Blas blas() {
    return blas;
  }

  DeviceFacts card() {
    return card;
  }

  /** Its name in tables and messages: {@code gpu:} and its address. */
  String name() {
    return name;
  }

  Modules modules() {
    return modules;
  }

  /**
   * The context.
   *
   * @throws CudaException if it is lost, with the error code that ended it
   */
  long context() {
    lost.ifPresent(
        failure -> {
          throw new CudaException(problem(failure), failure.code());
        });
    return create(
        () -> {
          if (context.isEmpty()) {
            context = OptionalLong.of(driver.retain(card.ordinal()));
          }
          return context.getAsLong();
        });
  }

  /** Creates something, or captures a graph, while no other thread does so or frees anything. */
  long create(LongSupplier calls) {
    lock.lock();
    try {
      return calls.getAsLong();
    } finally {
      lock.unlock();
    }
  }

  /** Frees or destroys something while no other thread does so, creates or captures. */
  void free(Runnable calls) {
    lock.lock();
    try {
      calls.run();
    } finally {
      lock.unlock();
    }
  }

  /** Takes a cuBLAS handle for one trial alone. */
  long takeHandle() {
    return create(() -> idle.isEmpty() ? blas.create() : idle.pop());
  }

  /** Gives a handle to later trials. */
  void giveHandle(long handle) {
    blas.use(handle, 0, 0, 0); // the trial's stream and workspace are about to go
    free(() -> idle.push(handle));
  }

  /** Records a failure. */
  void note(CudaException failure) {
    if (failure.losesContext() && lost.isEmpty()) {
      lost = Optional.of(failure);
    }
  }

  /** Why no trial can compute on this card any more; empty while the context works. */
  Optional<String> problem() {
    return lost.map(DeviceRuntime::problem);
  }

  private static String problem(CudaException failure) {
    return "This process can no longer use its GPU because its context was lost: "
        + failure.getMessage();
  }

  /** Why no trial can compute on any of these cards; empty if there is none, or if one works. */
  static Optional<String> problem(Collection<DeviceRuntime> cards) {
    boolean all = cards.stream().allMatch(card -> card.problem().isPresent());
    return all ? cards.stream().findFirst().flatMap(DeviceRuntime::problem) : Optional.empty();
  }
}
