package org.attune.jobs.export;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** BibTeX entries of the papers whose parts can be swept. */
public final class Papers {

  private Papers() {}

  /** All entries as a {@code .bib} file. */
  public static String bibtex() {
    try (InputStream file = Papers.class.getResourceAsStream("papers.bib")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read papers.bib out of the program", e);
    }
  }
}
