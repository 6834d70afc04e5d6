package org.attune.model.cuda.device;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * All GPUs of this machine or container, in the order of {@code nvidia-smi}, whatever {@code
 * CUDA_VISIBLE_DEVICES} says. The management library (NVML) lists them.
 */
final class InstalledCards {

  private static final int UUID_LENGTH = 96; // NVML_DEVICE_UUID_V2_BUFFER_SIZE
  private static final int PCI_BYTES = 68; // nvmlPciInfo_t
  private static final int BUS = 36; // its busId: after the old form of 16 and five numbers

  private InstalledCards() {}

  /**
   * The identities of the GPUs; empty if the library cannot tell.
   *
   * @param nvml the library, opened
   */
  static List<CardId> of(NativeLibrary nvml) {
    return Management.asked(nvml, InstalledCards::list).orElse(List.of());
  }

  private static Optional<List<CardId>> list(NativeLibrary nvml) {
    IntByReference count = new IntByReference();
    if (call(nvml, "nvmlDeviceGetCount_v2", count) != 0) {
      return Optional.empty();
    }
    List<CardId> cards = new ArrayList<>();
    for (int i = 0; i < count.getValue(); i++) {
      PointerByReference card = new PointerByReference();
      byte[] uuid = new byte[UUID_LENGTH];
      byte[] pci = new byte[PCI_BYTES];
      if (call(nvml, "nvmlDeviceGetHandleByIndex_v2", i, card) != 0
          || call(nvml, "nvmlDeviceGetUUID", card.getValue(), uuid, uuid.length) != 0
          || call(nvml, "nvmlDeviceGetPciInfo_v3", card.getValue(), pci) != 0) {
        return Optional.empty(); // one that cannot be told would move the numbers of the others
      }
      byte[] bus = Arrays.copyOfRange(pci, BUS, PCI_BYTES);
      cards.add(CardId.of(Native.toString(uuid), Native.toString(bus)));
    }
    return Optional.of(cards);
  }

  private static int call(NativeLibrary nvml, String name, Object... given) {
    return nvml.getFunction(name).invokeInt(given);
  }
}
