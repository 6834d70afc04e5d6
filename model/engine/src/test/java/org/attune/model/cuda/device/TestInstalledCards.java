package org.attune.model.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.NativeLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of cards, against a library with the types of nvml.h (13.0). */
class TestInstalledCards {

  private static final String LIBRARY =
      """
      #include <stdio.h>
      typedef struct {
        char busIdLegacy[16];
        unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
        char busId[32];
      } nvmlPciInfo_t;
      static char cards[2];
      extern "C" {
      int nvmlInit_v2() { return 0; }
      int nvmlShutdown() { return 0; }
      int nvmlDeviceGetCount_v2(unsigned *count) { *count = 2; return 0; }
      int nvmlDeviceGetHandleByIndex_v2(unsigned index, char **device) {
        *device = cards + index;
        return 0;
      }
      int nvmlDeviceGetUUID(char *device, char *uuid, unsigned length) {
        snprintf(uuid, length, "GPU-0000000%d-aaaa-bbbb-cccc-dddddddddddd", (int)(device - cards));
        return 0;
      }
      int nvmlDeviceGetPciInfo_v3(char *device, nvmlPciInfo_t *pci) {
        snprintf(pci->busIdLegacy, 16, "0000:99:00.0");
        snprintf(pci->busId, 32, "00000000:%dB:00.0", (int)(device - cards) + 3);
        return FAILS;
      }
      }
      """;

  @TempDir private Path folder;

  @Test
  void theManagementLibraryListsThemInTheOrderOfNvidiaSmi() throws Exception {
    assertThat(InstalledCards.of(library("0")))
        .containsExactly(
            new CardId("00000000-aaaa-bbbb-cccc-dddddddddddd", "00000000:3b:00.0"),
            new CardId("00000001-aaaa-bbbb-cccc-dddddddddddd", "00000000:4b:00.0"));
  }

  @Test
  void nothingIsListedIfOneCannotBeTold() throws Exception {
    assertThat(InstalledCards.of(library("999"))).isEmpty();
  }

  private NativeLibrary library(String fails) throws Exception {
    Path text = Files.writeString(folder.resolve("nvml.cc"), LIBRARY.replace("FAILS", fails));
    Path file = folder.resolve("libnvml" + fails + ".so");
    Assumptions.assumeTrue(TestNativeDriver.compiles(text, file), "no g++");
    return NativeLibrary.getInstance(file.toString());
  }
}
