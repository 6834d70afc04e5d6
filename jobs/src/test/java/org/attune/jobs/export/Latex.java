package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A real LaTeX, where there is one: {@code .ci/run} installs Debian's. */
final class Latex {

  private static final String PROGRAM = "pdflatex";

  private Latex() {}

  /** Compiles tables as a document of theirs would; says so where there is no LaTeX. */
  static void compile(Path folder, String tables) throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("page.tex"),
        "\\documentclass{article}\\usepackage{booktabs}\\usepackage{textcomp}\\usepackage{graphicx}\n"
            + "\\begin{document}\n"
            + tables
            + "\\end{document}\n");
    Path said = folder.resolve("latex.out");
    Process process;
    try {
      process =
          new ProcessBuilder(PROGRAM, "-interaction=nonstopmode", "-halt-on-error", "page.tex")
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
    } catch (IOException missing) {
      System.err.println("skipped: no " + PROGRAM + " here to compile the exported tables");
      return;
    }
    assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    assertThat(folder.resolve("page.pdf")).isNotEmptyFile();
  }
}
