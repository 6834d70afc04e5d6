package org.attune.model.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestDriverRelease {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27 07:09:43 UTC 2025\n",
        "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (a)\n"
      })
  void theKernelModuleTellsIt(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("version"), text);

    assertThat(DriverRelease.of(name -> Optional.empty(), file)).contains("580.65.06");
  }

  @Test
  void theManagementLibraryComesFirst() throws Exception {
    Path text = folder.resolve("fake_nvml.cc");
    Files.writeString(
        text,
        """
        #include <stdio.h>
        extern "C" int nvmlInit_v2() { return 0; }
        extern "C" int nvmlShutdown() { return 0; }
        extern "C" int nvmlSystemGetDriverVersion(char *version, unsigned length) {
          snprintf(version, length, "570.%u", length);
          return 0;
        }
        """);
    Path library = folder.resolve("libfake_nvml.so");
    Assumptions.assumeTrue(TestNativeDriver.compiles(text, library), "no g++");
    Path module = Files.writeString(folder.resolve("version"), "Kernel Module  580.65.06  Sun\n");

    assertThat(
            DriverRelease.of(
                name -> Optional.of(NativeLibrary.getInstance(library.toString())), module))
        .contains("570.80");
  }

  @Test
  void nothingIsSaidWhereNothingTellsIt() {
    assertThat(DriverRelease.of(name -> Optional.empty(), folder.resolve("version"))).isEmpty();
  }
}
