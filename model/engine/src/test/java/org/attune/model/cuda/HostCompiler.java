package org.attune.model.cuda;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.KernelCompiler;

/**
 * Compiles kernels for this processor, by g++ and {@code shim.h}. An image is the path of a shared
 * library, in which each kernel can be launched as {@link HostDriver} does.
 */
final class HostCompiler implements KernelCompiler {

  private static final Pattern KERNEL =
      Pattern.compile("extern \"C\" __global__ void (?:__launch_bounds__\\(.*?\\) )?(\\w+)\\(");
  private static final int SECONDS = 120;

  private final Path folder;
  private final UnaryOperator<String> change;

  HostCompiler() {
    this(UnaryOperator.identity());
  }

  /** Compiles texts that are changed first: a test must find that. */
  HostCompiler(UnaryOperator<String> change) {
    this.change = change;
    try {
      folder = Files.createTempDirectory("attune-kernels");
      Runtime.getRuntime().addShutdownHook(new Thread(this::remove));
      try (var shim = HostCompiler.class.getResourceAsStream("shim.h")) {
        Files.write(folder.resolve("shim.h"), shim.readAllBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void remove() {
    try (var all = Files.list(folder)) {
      for (Path file : all.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      // the system's temporary folder is emptied by others
    }
  }

  /** Whether there is a g++ for the one processor whose fibers the shim knows. */
  static boolean isHere() {
    try {
      return System.getProperty("os.arch").equals("amd64")
          && new ProcessBuilder("g++", "--version")
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .start()
                  .waitFor()
              == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public String version() {
    return "g++";
  }

  @Override
  public byte[] compile(String name, String source, String architecture, List<String> options) {
    StringBuilder text =
        new StringBuilder("#include \"shim.h\"\n").append(change.apply(source)).append('\n');
    Matcher kernels = KERNEL.matcher(source);
    while (kernels.find()) {
      text.append("HOST(").append(kernels.group(1)).append(")\n");
    }
    try {
      Path file = Files.createTempFile(folder, "kernels", ".cc");
      Path library = Path.of(file.toString().replace(".cc", ".so"));
      Files.writeString(file, text);
      List<String> command =
          new java.util.ArrayList<>(
              List.of("g++", "-O1", "-std=c++17", "-w", "-shared", "-fPIC", "-Wl,-Bsymbolic"));
      options.stream().filter(o -> o.startsWith("-D")).forEach(command::add);
      command.addAll(List.of("-o", library.toString(), file.toString()));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new CudaException("Cannot compile " + name + " for the host: " + said, 6);
      }
      return library.toString().getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
