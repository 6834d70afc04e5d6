package org.attune.model.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jna.NativeLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of libraries that are not what they are taken for, and of texts that are wrong. */
class TestNativeCompiler {

  private static final String NVRTC =
      """
#include <string.h>
extern "C" {
int nvrtcVersion(int *major, int *minor) { *major = 12; *minor = 4; return 0; }
const char *nvrtcGetErrorString(int code) { return "NVRTC_ERROR"; }
int nvrtcCreateProgram(long *p, const char *s, const char *n, int h, void *t, void *i) { *p = 7; return 0; }
int nvrtcDestroyProgram(long *p) { return 0; }
int nvrtcCompileProgram(long p, int n, const char **options) { return strcmp(options[0], "--gpu-architecture=sm_90") ? 5 : 6; }
int nvrtcGetProgramLogSize(long p, size_t *size) { *size = 27; return 0; }
int nvrtcGetProgramLog(long p, char *log) { strcpy(log, "a.cu(3): error: no such x\\n"); return 0; }
int nvrtcGetCUBINSize(long p, size_t *size) { *size = 0; return 0; }
int nvrtcGetCUBIN(long p, char *image) { return 0; }
}
""";

  @TempDir private Path folder;

  @Test
  void aWrongTextIsToldInTheCompilersWords() throws Exception {
    KernelCompiler compiler = NativeCompiler.of(library("nvrtc", NVRTC));

    assertThat(compiler.version()).isEqualTo("nvrtc 12.4");
    assertThatThrownBy(() -> compiler.compile("a.cu", "x", "sm_90", List.of()))
        .isInstanceOf(CudaException.class)
        .hasMessage("Cannot compile a.cu for sm_90: a.cu(3): error: no such x");
    assertThatThrownBy(() -> compiler.compile("a.cu", "x", "sm_999", List.of()))
        .hasMessage("nvrtcCompileProgram of a.cu for sm_999 said 5, NVRTC_ERROR");
  }

  @Test
  void aLibraryThatLacksAFunctionIsTooOld() throws Exception {
    NativeLibrary other = library("other", "extern \"C\" int nothing() { return 0; }");

    assertThatThrownBy(() -> NativeCompiler.of(other))
        .isInstanceOf(CudaException.class)
        .hasMessageStartingWith("NVRTC is too old or not what it says: ")
        .hasMessageEndingWith("; install CUDA 11.8 or later, or set attune.cuda.path");
    assertThatThrownBy(() -> NativeDriver.of(other))
        .hasMessageStartingWith("The NVIDIA driver is too old or not what it says: ");
  }

  private NativeLibrary library(String name, String text) throws Exception {
    Path source = Files.writeString(folder.resolve(name + ".cc"), text);
    Path file = folder.resolve("lib" + name + ".so");
    Assumptions.assumeTrue(TestNativeDriver.compiles(source, file), "no g++");
    return NativeLibrary.getInstance(file.toString());
  }
}
