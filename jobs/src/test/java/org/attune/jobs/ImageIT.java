package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What goes into the image for Kubernetes is what the build has made. */
class ImageIT {

  @Test
  void allThatIsCopiedIsThere() throws Exception {
    List<String> copied =
        Files.readAllLines(Launched.HOME.resolve("cluster/kubernetes/Dockerfile")).stream()
            .filter(line -> line.startsWith("COPY "))
            .map(line -> line.split(" +")[1])
            .toList();

    assertThat(copied).isNotEmpty();
    for (String source : copied) {
      Path file = Launched.HOME.resolve(source);
      assertThat(file).isRegularFile();
      try (ZipFile jar = new ZipFile(file.toFile())) {
        assertThat(jar.getEntry("org/attune/jobs/Attune.class")).isNotNull();
      }
    }
  }
}
