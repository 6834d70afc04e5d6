package org.attune.model.cuda;

import org.attune.model.cuda.device.CudaException;

/**
 * GPU memory with a mirror on the host, for values that change between steps. Callers copy it to
 * the GPU on demand.
 */
final class Mirrored implements AutoCloseable {

  private static final int ALIGNMENT = 256;
  private static final int WORD = 4;

  private final GpuMemoryLimit room;
  private final long bytes;
  private final long device;
  private final long host;
  private long taken;

  Mirrored(GpuMemoryLimit room, long bytes) {
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

  /** Its address on the GPU. */
  long device() {
    return device;
  }

  /** Its address on the host. */
  long host() {
    return host;
  }

  /** Takes a range and returns its offset; -1 if too little space is left. */
  long take(long wanted) {
    if (taken + wanted > bytes) {
      return -1;
    }
    long offset = taken;
    taken = (taken + wanted + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return offset;
  }

  /** Copies the taken ranges to the GPU. */
  void send(DeviceStream stream) {
    stream.copyIn(device, host, sent());
  }

  /** The bytes of the taken ranges. */
  long sent() {
    return Math.min(bytes, Math.max(WORD, taken));
  }

  /** Copies the taken ranges back to the host. */
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
