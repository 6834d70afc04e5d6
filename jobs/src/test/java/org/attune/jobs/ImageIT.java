package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What goes into the images is what the build makes. */
class ImageIT {

  @Test
  void allThatIsCopiedIsThere() throws Exception {
    List<String> lines = Files.readAllLines(Launched.HOME.resolve("cluster/kubernetes/Dockerfile"));
    String built =
        lines.stream()
            .filter(line -> line.startsWith("ARG JAR="))
            .map(line -> line.substring("ARG JAR=".length()))
            .findFirst()
            .orElse("$JAR");
    List<String> copied =
        lines.stream()
            .filter(line -> line.startsWith("COPY "))
            .map(line -> line.split(" +")[1].replace("${JAR}", built).replace("$JAR", built))
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

  /**
   * {@link DistributionIT} runs what the archive holds; this image adds a JDK and no other step.
   */
  @Test
  void theDistributionsImageUnpacksTheArchiveOfThisVersion() throws Exception {
    List<String> lines = Files.readAllLines(Launched.HOME.resolve("jobs/Dockerfile"));
    Matcher version =
        Pattern.compile("<artifactId>attune</artifactId>\\s*<version>(.+?)</version>")
            .matcher(Files.readString(Launched.HOME.resolve("pom.xml")));

    assertThat(version.find()).isTrue();
    assertThat(lines)
        .contains("ARG VERSION=" + version.group(1), "ADD attune-${VERSION}.tgz /opt/")
        .contains("ENTRYPOINT [\"/opt/attune/attune\"]");
  }
}
