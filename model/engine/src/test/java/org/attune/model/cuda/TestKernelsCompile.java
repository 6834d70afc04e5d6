package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All kernels, as one text, compile for the cards that people have: by {@code nvcc}, where there is
 * one. Tagged, for it takes ten seconds of a processor.
 */
@Tag("soak")
class TestKernelsCompile {

  private static final List<String> FILES =
      List.of(
          "attention",
          "elementwise",
          "formula",
          "images",
          "linear",
          "norm",
          "pseudo",
          "ridge",
          "scores",
          "selection",
          "sets",
          "states",
          "tokens",
          "update");
  private static final List<Integer> ARCHITECTURES = List.of(80, 90, 100);

  private static final List<String> OPTIONS =
      List.of("-DWIDTH=64", "-DROWS=16", "-DLANES=8", "-DCORRECTS=1", "-DDECAYED=2");

  @TempDir private Path folder;

  @Test
  void forEveryArchitecture() throws Exception {
    boolean there = onThePath();
    if (!there) {
      System.out.println("Kernels are not compiled for cards: no nvcc");
    }
    Assumptions.assumeTrue(there, "no nvcc");
    StringBuilder all = new StringBuilder(Cubins.resource("prelude"));
    for (String file : FILES) {
      all.append('\n').append(Cubins.resource(file));
    }
    all.append('\n').append(TestFormulasOnTheHost.texts());
    Path text = Files.writeString(folder.resolve("all.cu"), all);
    Path image = folder.resolve("all.fatbin");
    List<String> command = new java.util.ArrayList<>(List.of("nvcc", "-std=c++17"));
    command.addAll(OPTIONS);
    for (int a : ARCHITECTURES) {
      command.addAll(List.of("-gencode", "arch=compute_%d,code=sm_%d".formatted(a, a)));
    }
    command.addAll(List.of("-fatbin", "-o", image.toString(), text.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(image).isNotEmptyFile();
  }

  private static boolean onThePath() throws InterruptedException {
    try {
      return new ProcessBuilder("nvcc", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (java.io.IOException e) {
      return false;
    }
  }
}
