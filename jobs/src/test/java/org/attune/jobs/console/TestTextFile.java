package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestTextFile {

  @TempDir Path folder;

  /** A link named like the unfinished file stands for a disk that fills up: writes there fail. */
  @Test
  void whereWritingFailsTheFileStaysAsItWas() throws Exception {
    Path page = Files.writeString(folder.resolve("report.html"), "before");
    Files.createSymbolicLink(folder.resolve(".report.html.unfinished"), Path.of("/dev/full"));

    assertThatThrownBy(() -> TextFile.write(page, "after")).isInstanceOf(IOException.class);

    assertThat(page).hasContent("before");
    assertThat(folder).isDirectoryContaining("glob:**report.html");
  }

  @Test
  void aLinkIsFollowedAndNothingElseIsLeft() throws Exception {
    Path page = Files.writeString(folder.resolve("report.html"), "before");
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), page);

    TextFile.write(link, "after");

    assertThat(page).hasContent("after");
    assertThat(link).isSymbolicLink();
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void aLinkIsReplacedWhereOthersMayHavePutOneAndSoIsOneInTheWay() throws Exception {
    Path mine = Files.writeString(folder.resolve("mine.txt"), "mine");
    Path page = Files.createSymbolicLink(folder.resolve("report.html"), mine);
    Files.createSymbolicLink(folder.resolve(".report.html.unfinished"), mine);

    TextFile.replace(page, "after");

    assertThat(mine).hasContent("mine");
    assertThat(page).isRegularFile().hasContent("after");
    assertThat(Files.isSymbolicLink(page)).isFalse();
    assertThat(folder).isDirectoryNotContaining("glob:**unfinished");
  }
}
