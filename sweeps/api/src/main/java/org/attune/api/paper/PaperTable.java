package org.attune.api.paper;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A table of a paper, and the sweep file that reproduces it. The file has the table's cells, the
 * paper's claims and numbers, and notes; see {@code docs/your-own-papers.md}.
 *
 * <pre>{@code
 * String text = "sweep: copying\ntable:\n  title: Does it copy?\n";
 * PaperTable table =
 *     new PaperTable(
 *         "copying", "Our paper", "Table 2", "sweeps/ours/copying.yaml", text, Optional.empty());
 * table.title(); // Does it copy?
 * table.source(); // Our paper, Table 2
 * table.scales(); // [smoke, small, paper]
 * table.smallerThanThePaper("the paper's model is larger").scales(); // [smoke, small, large]
 * }</pre>
 *
 * @param key its name on the command line, which begins the name of the file's sweep
 * @param paper the paper, such as {@code MAD (Poli et al. 2024)}
 * @param place where in the paper: {@code Table 2}
 * @param file the path of the sweep file, both in the jar and in the project
 * @param text the sweep file's content
 * @param size what the paper's size is, if the largest scale is not of that size: that scale is
 *     called {@value #LARGE} then; empty if it is called {@value #PAPER}
 */
public record PaperTable(
    String key, String paper, String place, String file, String text, Optional<String> size) {

  /** The scale of the paper's size. */
  public static final String PAPER = "paper";

  /** The largest scale of a table that has none of its paper's size. */
  public static final String LARGE = "large";

  /** The scales that can be asked for. Every file has the first two, and one of the others. */
  public static final List<String> SCALES = List.of("smoke", "small", LARGE, PAPER);

  private static final String ENDING = ".yaml";
  private static final String TITLE = "  title: ";

  /**
   * A table whose largest scale is of the paper's size.
   *
   * @param brought a class of the jar that has the file
   * @param file the path of the sweep file in the jar, such as {@code sweeps/ours/copying.yaml}:
   *     the key is {@code copying}
   * @throws IllegalArgumentException if the jar has no such file
   */
  public static PaperTable of(Class<?> brought, String file, String paper, String place) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    if (!name.endsWith(ENDING)) {
      throw new IllegalArgumentException(
          "'%s' is not a sweep file: its name must end with %s".formatted(file, ENDING));
    }
    return new PaperTable(
        name.substring(0, name.length() - ENDING.length()),
        paper,
        place,
        file,
        read(brought, file),
        Optional.empty());
  }

  private static String read(Class<?> brought, String file) {
    try (InputStream packed = brought.getResourceAsStream("/" + file)) {
      if (packed == null) {
        throw new IllegalArgumentException(
            "there is no file '%s' beside the class %s: pack it into the jar"
                .formatted(file, brought.getName()));
      }
      return new String(packed.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + file + " out of its jar", e);
    }
  }

  /**
   * The table, whose largest scale is smaller than the paper's size.
   *
   * @param why what the paper's size is, such as {@code the paper's model has 880 million
   *     parameters}
   */
  public PaperTable smallerThanThePaper(String why) {
    return new PaperTable(key, paper, place, file, text, Optional.of(why));
  }

  /** The paper, and the place in it. */
  public String source() {
    return paper + ", " + place;
  }

  /** Its scales, from the smallest. */
  public List<String> scales() {
    return List.of("smoke", "small", size.isPresent() ? LARGE : PAPER);
  }

  /** The question that it answers: the first title in its sweep file, or else the key. */
  public String title() {
    return text.lines()
        .filter(line -> line.startsWith(TITLE))
        .map(line -> line.substring(TITLE.length()))
        .findFirst()
        .orElse(key);
  }
}
