package org.attune.model.cuda;

import org.attune.model.cuda.device.CudaException;

/**
 * Memory on a card with as much on the host, from which it is copied as often as is asked for: what
 * changes from step to step.
 */
final class Mirrored implements AutoCloseable {

  private static final int ALIGNMENT = 256;
  private static final int WORD = 4;

  private final Room room;
  private final long bytes;
  private final long device;
  private final long host;
  private long taken;

  Mirrored(Room room, long bytes) {
    this.room = room;
    this.bytes = bytes;
    device = room.allocate(bytes);
    try {
      host = room.allocateHost(bytes);
    } catch (CudaException e) {
      room.free(device, bytes);
      throw e;
    }
  }

  /** Where on the card it begins. */
  long device() {
    return device;
  }

  /** Where on the host it begins. */
  long host() {
    return host;
  }

  /** Takes a stretch; -1 where none so long is left. */
  long take(long wanted) {
    if (taken + wanted > bytes) {
      return -1;
    }
    long offset = taken;
    taken = (taken + wanted + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return offset;
  }

  /** Copies what is taken to the card. */
  void send(DeviceStream stream) {
    stream.copyIn(device, host, Math.min(bytes, Math.max(WORD, taken)));
  }

  /** Copies what is taken back to the host. */
  void fetch(DeviceStream stream) {
    stream.copyOut(host, device, Math.min(bytes, taken));
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    room.free(device, bytes);
    room.freeHost(host);
  }
}
