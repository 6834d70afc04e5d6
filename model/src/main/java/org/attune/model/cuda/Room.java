package org.attune.model.cuda;

import java.util.Locale;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.Driver;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.NoRoomException;

/** How much of a card's memory a trial may hold, and what it takes of that. */
final class Room {

  private static final long CONTEXT = 512L << 20; // a process's own on a card, its kernels too
  private static final double GIB = 1L << 30;

  private final Driver driver;
  private final DeviceFacts card;
  private final DeviceShare share;
  private final long bytes; // that the trial may hold on the card
  private long holds;

  Room(Driver driver, DeviceFacts card, DeviceShare share) {
    this.driver = driver;
    this.card = card;
    this.share = share;
    bytes = bytes(share, card);
  }

  /** Trials of other processes may have the other shares, each process with a context. */
  private static long bytes(DeviceShare share, DeviceFacts card) {
    double part = share.part() * card.memory();
    return (long) (part - Math.min(CONTEXT, part / 8));
  }

  /**
   * Memory on the card, aligned to 256 bytes; what is in it is anything.
   *
   * @throws NoRoomException if the trial would hold more than its share
   */
  long allocate(long wanted) {
    if (wanted > left()) {
      throw new NoRoomException(
          String.format(
              Locale.ROOT,
              "The trial holds %.2f GiB of gpu:%d (%s) and wants %.2f GiB more, and may hold %.2f"
                  + " GiB: %s of the card's %.1f GiB, less what CUDA itself takes",
              holds / GIB,
              card.ordinal(),
              card.name(),
              wanted / GIB,
              bytes / GIB,
              share.part() == 1 ? "all" : "its share, " + share.part() + ",",
              card.memory() / GIB),
          bytes);
    }
    long address = driver.allocate(wanted);
    holds += wanted;
    return address;
  }

  /** Memory of the host that the card copies from and to by itself; it is not counted. */
  long allocateHost(long wanted) {
    return driver.allocateHost(wanted);
  }

  /** Bytes that the trial may take yet. */
  long left() {
    return bytes - holds;
  }

  /** Gives memory back. */
  void free(long address, long given) {
    holds -= given;
    driver.free(address);
  }

  void freeHost(long address) {
    driver.freeHost(address);
  }
}
