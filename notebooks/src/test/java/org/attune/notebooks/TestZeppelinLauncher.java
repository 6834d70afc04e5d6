package org.attune.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code notebooks/zeppelin} hands to the server, with a Java that only says what it got. */
class TestZeppelinLauncher {

  private static final Path HOME = Path.of(System.getProperty("attune.home", ".."));

  private static final String JAVA =
      """
#!/bin/sh
env
echo "umask $(umask)"
echo "words $*"
for word; do
  case $word in -Dattune.notes.token=*) file=${word#*=}; ls -l "$file"; echo "token $(cat "$file")" ;; esac
done
""";

  @TempDir private Path folder;
  private Path root;
  private Path work;

  @BeforeEach
  void unpack() throws IOException {
    root = Files.createDirectory(folder.resolve("root"));
    work = folder.resolve("work");
    copy("zeppelin");
    for (String file : List.of("log4j.properties", "log4j2.properties", "interpreter")) {
      copy("server/" + file);
    }
    copy("notes/failures.zpln");
    copy("page/notes.js");
    Files.createDirectories(root.resolve("notebooks/src/main"));
    Files.createDirectories(root.resolve("cluster/target/spark-home/jars"));
    Files.createFile(root.resolve("cluster/target/attune-cluster-1-datasource.jar"));
    script(root.resolve("jdk/bin/java"), JAVA);
    Path charts =
        root.resolve("notebooks/target/zeppelin/charts/META-INF/resources/webjars/echarts/1");
    Files.createFile(Files.createDirectories(charts).resolve("echarts.min.js"));
    Files.createFile(root.resolve("notebooks/target/zeppelin/compiled"));
  }

  @Test
  void theServerGetsNoVariableOfTheShellAndNoTokenInItsEnvironment() throws Exception {
    List<String> lines = launch();

    String token = lines.stream().filter(l -> l.startsWith("token ")).findFirst().orElseThrow();
    assertThat(token).matches("token [0-9a-f]{64}");
    assertThat(lines)
        .contains("umask 0077")
        .anyMatch(line -> line.startsWith("HOME="))
        .anyMatch(line -> line.equals("LC_TIME=C"))
        .anyMatch(line -> line.startsWith("ATTUNE_NOTES_GUARD="))
        .anyMatch(line -> line.startsWith("-rw-------"))
        .noneMatch(line -> line.contains("hunter2"))
        .filteredOn(line -> line.contains(token.substring("token ".length())))
        .containsExactly(token);
    assertThat(work.resolve("run/token")).doesNotExist();
  }

  @Test
  void nobodyElseReadsWhatTheServerKeepsInAFolderThatIsShared() throws Exception {
    Files.createDirectories(work.resolve("logs"));
    Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.setPosixFilePermissions(
        work.resolve("logs"), PosixFilePermissions.fromString("rwxr-xr-x"));

    launch();

    try (Stream<Path> kept = Files.walk(work)) {
      assertThat(kept.filter(path -> !path.equals(work)).toList())
          .hasSizeGreaterThan(8)
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .as("%s", path)
                      .endsWith("------"));
    }
  }

  @Test
  void aFolderOfTheUsersThatIsNamedPageKeepsItsFiles() throws Exception {
    Path file = Files.createDirectories(work.resolve("page")).resolve("thesis.tex");
    Files.writeString(file, "mine");

    launch();

    assertThat(file).hasContent("mine");
  }

  @Test
  void theLogsHaveWarningsOnly() throws IOException {
    assertThat(HOME.resolve("notebooks/server/log4j.properties"))
        .content()
        .contains("log4j.rootLogger = WARN, file\n");
    assertThat(HOME.resolve("notebooks/server/log4j2.properties"))
        .content()
        .contains("rootLogger.level = warn\n");
  }

  /** Runs the launcher until its server has ended; the server's output. */
  private List<String> launch() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("notebooks/zeppelin").toString(), folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile());
    builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
    builder.environment().put("ATTUNE_NOTES_PORT", Integer.toString(port));
    builder.environment().put("ATTUNE_NOTES_WORK", work.toString());
    builder.environment().put("LC_TIME", "C");
    builder.environment().put("WANDB_API_KEY", "hunter2");
    builder.environment().put("SPARK_CONF_SECRET", "hunter2");
    assertThat(builder.start().waitFor()).as(Files.readString(folder.resolve("said"))).isEqualTo(1);
    return Files.readAllLines(work.resolve("logs/server.out"));
  }

  private void copy(String name) throws IOException {
    Path from = HOME.resolve("notebooks").resolve(name);
    Path to = root.resolve("notebooks").resolve(name);
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
