package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.attune.sweeps.command.LineFile.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestLineFile {

  @TempDir Path folder;

  /** Python's {@code open(path, "w")}, by the same number of bytes, by fewer and by more. */
  @Test
  void aFileThatIsWrittenAnewIsReadAnew() throws Exception {
    LineFile file = new LineFile(path());

    assertThat(written(file, "{\"loss\": 0.9}\n")).containsExactly("{\"loss\": 0.9}");
    assertThat(written(file, "{\"loss\": 0.5}\n")).containsExactly("{\"loss\": 0.5}");
    assertThat(written(file, "{\"loss\":.1}\n")).containsExactly("{\"loss\":.1}");
    assertThat(written(file, "{\"loss\": 0.125}\n")).containsExactly("{\"loss\": 0.125}");
    assertThat(written(file, "")).isEmpty();
    assertThat(written(file, "{\"a\":1}\n{\"b\":2}\n")).containsExactly("{\"a\":1}", "{\"b\":2}");
  }

  @Test
  void aFileThatTakesTheOthersPlaceIsRead() throws Exception {
    LineFile file = new LineFile(path());

    assertThat(renamed(file, "1\n")).containsExactly("1");
    assertThat(renamed(file, "2\n")).containsExactly("2");
    assertThat(renamed(file, "300\n")).containsExactly("300");
    assertThat(renamed(file, "4\n")).containsExactly("4");
  }

  @Test
  void linesThatARewrittenFileKeepsAreReadOnce() throws Exception {
    LineFile file = new LineFile(path());

    assertThat(written(file, "1\n2\n")).containsExactly("1", "2");
    assertThat(written(file, "1\n2\n3\n")).containsExactly("3"); // all that it has reported
    assertThat(renamed(file, "1\n2\n3\n4\n")).containsExactly("4");
    assertThat(renamed(file, "3\n4\n5\n")).containsExactly("5"); // the last three
    assertThat(renamed(file, "3\n4\n5\n")).isEmpty();
  }

  @Test
  void aFileIsNotReadWhileItIsWrittenAgain() throws Exception {
    LineFile file = new LineFile(path());
    assertThat(written(file, "1\n2\n3\n")).hasSize(3);

    assertThat(written(file, "1\n2")).isEmpty();
    assertThat(written(file, "1\n2\n3\n4\n")).containsExactly("4");

    Files.writeString(path(), "1\n2");
    assertThat(file.lines(Writer.ENDED_WELL)).containsExactly("1", "2"); // nothing more is written
  }

  @Test
  void aFileThatIsAwayForAWhileHasNoLines() throws Exception {
    LineFile file = new LineFile(path());

    assertThat(file.lines(Writer.RUNS)).isEmpty();
    assertThat(written(file, "1\n")).containsExactly("1");
    Files.delete(path());
    assertThat(file.lines(Writer.RUNS)).isEmpty();
    assertThat(written(file, "1\n2\n")).containsExactly("2");
    Files.delete(path());
    assertThat(file.lines(Writer.ENDED_WELL)).isEmpty();
  }

  @Test
  void aLongFileIsReadAsItGrowsAndAnewWhereItShrinks() throws Exception {
    LineFile file = new LineFile(path());
    String long1 = "x".repeat(1_000) + "\n";
    Files.writeString(path(), long1.repeat(3_000)); // more than is read or known at once

    assertThat(all(file)).isEqualTo(3_000);
    Files.writeString(path(), "1\n", StandardOpenOption.APPEND);
    assertThat(file.lines(Writer.RUNS)).containsExactly("1");
    assertThat(written(file, "2\n")).containsExactly("2");
  }

  /** Its program may have been about to write the lines again. */
  @Test
  void aFileOfAKilledProgramReportsNoLineTwice() throws Exception {
    LineFile file = new LineFile(path());
    assertThat(written(file, "1\n2\n3\n")).hasSize(3);

    for (String caught : List.of("", "1\n", "1\n2", "1\n2\n")) {
      Files.writeString(path(), caught);
      assertThat(file.lines(Writer.WAS_ENDED)).as(caught).isEmpty();
    }
    Files.writeString(path(), "1\n4");
    assertThat(file.lines(Writer.WAS_ENDED)).containsExactly("1", "4"); // no line of before
  }

  /**
   * Of 3 MB, more than is kept: caught within what is kept, at a block's end and within a block.
   */
  @Test
  void aLongFileIsNotReadWhileItIsWrittenAgain() throws Exception {
    LineFile file = new LineFile(path());
    String before = lines(3_000, "x");
    Files.writeString(path(), before);
    assertThat(all(file)).isEqualTo(3_000);

    for (int length : new int[] {0, 1_000, 1 << 18, (1 << 18) + 1, (1 << 18) + 4096, 2_000_000}) {
      assertThat(written(file, before.substring(0, length))).as("%d bytes", length).isEmpty();
    }
    assertThat(written(file, before + "last\n")).containsExactly("last");
    Files.writeString(path(), before.substring(0, 2_000_000));
    assertThat(file.lines(Writer.WAS_ENDED)).isEmpty();
  }

  @Test
  void aLongFileThatDiffersAnywhereIsReadAnew() throws Exception {
    LineFile file = new LineFile(path());
    String before = lines(3_000, "x");
    for (int row : new int[] {5, 300, 1_500}) {
      Files.writeString(path(), before);
      all(file);
      String[] other = before.split("\n");
      other[row] = "y".repeat(1_000);
      Files.writeString(path(), String.join("\n", List.of(other).subList(0, 2_000)) + "\n");

      assertThat(all(file)).as("row %d", row).isEqualTo(2_000);
    }
  }

  private static String lines(int count, String letter) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append(letter.repeat(990)).append("%010d".formatted(i)).append('\n');
    }
    return lines.toString();
  }

  private static int all(LineFile file) throws Exception {
    int read = 0;
    for (List<String> lines = file.lines(Writer.RUNS);
        !lines.isEmpty();
        lines = file.lines(Writer.RUNS)) {
      read += lines.size();
    }
    return read;
  }

  private Path path() {
    return folder.resolve("metrics.jsonl");
  }

  private List<String> written(LineFile file, String content) throws Exception {
    Files.writeString(path(), content);
    return file.lines(Writer.RUNS);
  }

  private List<String> renamed(LineFile file, String content) throws Exception {
    Path other = Files.writeString(folder.resolve("new"), content);
    Files.move(other, path(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return file.lines(Writer.RUNS);
  }
}
