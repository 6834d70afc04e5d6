package org.attune.model.cuda.device;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** NVRTC: text to a CUBIN for one architecture. */
record NativeCompiler(String version) implements KernelCompiler {

  private static final int COMPILATION_FAILED = 6;

  /** NVRTC's functions (nvrtc.h of 11.2 to 13). */
  static final class Functions {

    private Functions() {}

    static native int nvrtcVersion(int[] major, int[] minor);

    static native String nvrtcGetErrorString(int error);

    static native int nvrtcCreateProgram(
        long[] program,
        String source,
        String name,
        int headers,
        @Nullable Pointer texts,
        @Nullable Pointer names);

    static native int nvrtcDestroyProgram(long[] program);

    static native int nvrtcCompileProgram(long program, int count, Pointer options);

    static native int nvrtcGetProgramLogSize(long program, long[] size);

    static native int nvrtcGetProgramLog(long program, byte[] log);

    static native int nvrtcGetCUBINSize(long program, long[] size);

    static native int nvrtcGetCUBIN(long program, byte[] image);
  }

  static KernelCompiler of(NativeLibrary library) {
    NativeLibraries.bind(Functions.class, library, "NVRTC");
    int[] major = {0};
    int[] minor = {0};
    check("nvrtcVersion", Functions.nvrtcVersion(major, minor));
    return new NativeCompiler("nvrtc " + major[0] + "." + minor[0]);
  }

  private static void check(String call, int code) {
    if (code != 0) {
      throw new CudaException(
          "%s said %d, %s".formatted(call, code, Functions.nvrtcGetErrorString(code)), code);
    }
  }

  @Override
  public byte[] compile(String name, String source, String architecture, List<String> options) {
    List<String> all =
        new ArrayList<>(List.of("--gpu-architecture=" + architecture, "--std=c++17"));
    all.addAll(options);
    long[] program = {0};
    check("nvrtcCreateProgram", Functions.nvrtcCreateProgram(program, source, name, 0, null, null));
    try {
      StringArray texts = new StringArray(all.toArray(String[]::new));
      int code = Functions.nvrtcCompileProgram(program[0], all.size(), texts);
      if (code == COMPILATION_FAILED) {
        throw new CudaException(
            "Cannot compile %s for %s: %s".formatted(name, architecture, log(program[0])), code);
      }
      check("nvrtcCompileProgram of %s for %s".formatted(name, architecture), code);
      long[] size = {0};
      check("nvrtcGetCUBINSize", Functions.nvrtcGetCUBINSize(program[0], size));
      byte[] image = new byte[Math.toIntExact(size[0])];
      check("nvrtcGetCUBIN", Functions.nvrtcGetCUBIN(program[0], image));
      return image;
    } finally {
      Functions.nvrtcDestroyProgram(program);
    }
  }

  private static String log(long program) {
    long[] size = {0};
    check("nvrtcGetProgramLogSize", Functions.nvrtcGetProgramLogSize(program, size));
    byte[] log = new byte[Math.toIntExact(size[0])];
    check("nvrtcGetProgramLog", Functions.nvrtcGetProgramLog(program, log));
    return Native.toString(log, StandardCharsets.UTF_8.name())
        .strip(); // drops the terminating zero
  }
}
