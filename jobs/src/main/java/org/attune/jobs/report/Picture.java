package org.attune.jobs.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.attune.jobs.console.ForceOption;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.WriteFailure;

/** A file that a command draws into, of a kind that its name says. */
record Picture(Path file, Canvas canvas) {

  /** An empty picture; refuses a name of another kind, and a file that may not be replaced. */
  static Picture of(Path file, ForceOption force) throws IOException {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".svg") && !name.endsWith(".png")) {
      throw new InputException(
          "Invalid --to '%s': name a file that ends in .svg or .png.".formatted(file));
    }
    force.requireReplaceable(file, other -> false);
    return new Picture(
        file,
        name.endsWith(".svg")
            ? new SvgCanvas(CurvePlot.WIDTH, CurvePlot.HEIGHT)
            : new PngCanvas(CurvePlot.WIDTH, CurvePlot.HEIGHT));
  }

  /** Writes what was drawn. */
  void write(String title) throws IOException {
    byte[] drawn = canvas.drawn(title);
    WriteFailure.naming(file, "name another file with --to", () -> Files.write(file, drawn));
  }
}
