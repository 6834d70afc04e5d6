package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TestTasksPage {

  private static final Path PAGE = Path.of("../docs/tasks.md");

  @Test
  void thePageHasASectionForEachTask() throws IOException {
    List<String> headings =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("## "))
            .flatMap(line -> Stream.of(line.substring("## ".length()).split(", ")))
            .toList();

    assertThat(headings)
        .as("headings of %s; write a section for each task that has none", PAGE)
        .containsAll(Tasks.all().stream().map(task -> task.option().name()).toList());
  }
}
