package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When {@code ./attune} builds, in a checkout whose {@code mvn} only notes its calls. */
class TestLauncherBuild {

  /** Makes what the launcher looks for; the first build is killed after it, with the launcher. */
  private static final String MAVEN =
      """
      #!/bin/sh
      echo called >> "$CALLS"
      echo "words $*"
      mkdir -p jobs/target jobs/bench/target jobs/papers/target cluster/target/spark-home/jars
      echo "no jar, call $(wc -l < "$CALLS")" > jobs/target/attune.jar
      echo "no benches" > jobs/bench/target/attune-bench.jar
      echo "no papers" > jobs/papers/target/attune-papers.jar
      if [ "$(wc -l < "$CALLS")" = 1 ]; then
        kill -9 $(ps -o ppid= -p $PPID) $PPID
      fi
      """;

  @TempDir private Path folder;

  @Test
  void aBuildThatWasKilledIsDoneAgainAndAWholeOneIsNot() throws Exception {
    checkout();
    for (int builds : new int[] {1, 2, 2}) {
      launch();
      assertThat(calls()).content().hasLineCount(builds);
    }
  }

  /** A first build takes minutes: who looks into its log sees it go on. */
  @Test
  void theLogGrowsAndTheTerminalSaysHowLongItTakes() throws Exception {
    checkout();
    launch();

    String error = launch().error();

    Path log = home().resolve("target/build.log");
    assertThat(error)
        .startsWith("attune: building, which takes some minutes (log: " + log + ") ...\n")
        .doesNotContain("words ");
    assertThat(log).content().contains("words ").doesNotContain("-q ", "--quiet");
  }

  @Test
  void aCommandThatRunsWhileAnotherBuildsKeepsItsJar() throws Exception {
    checkout();
    launch();
    launch();
    Path jar = home().resolve("jobs/target/attune.jar");
    Path opened = Files.createLink(folder.resolve("opened"), jar);
    Files.setLastModifiedTime(
        home().resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(60)));

    launch();

    assertThat(jar).content().isEqualTo("no jar, call 3\n");
    assertThat(opened).content().isEqualTo("no jar, call 2\n");
  }

  @Test
  void onlyACommandThatNeedsTheBenchesBuildsThem() throws Exception {
    checkout();
    launch();
    launch();
    Path benches = home().resolve("jobs/bench/target/attune-bench.jar");
    Files.delete(benches);

    launch();
    assertThat(benches).doesNotExist();
    launch("bench");
    assertThat(benches).exists();
    launch("bench");
    assertThat(calls()).content().hasLineCount(3);
  }

  /** As after a package of the module jobs alone, which leaves the papers' jar older. */
  @Test
  void whateverShowsThePapersBuildsTheirJarWhereItIsOlderAndNothingElseDoes() throws Exception {
    checkout();
    launch();
    launch();
    Path papers = home().resolve("jobs/papers/target/attune-papers.jar");
    int builds = 2;
    for (String shows :
        List.of("reproduce", "help reproduce", "list papers", "list --jars a.jar PAPERS mta")) {
      Files.setLastModifiedTime(papers, FileTime.from(Instant.EPOCH));
      launch(shows.split(" "));
      builds++;
      assertThat(calls()).content().as(shows).hasLineCount(builds);
    }
    Files.setLastModifiedTime(papers, FileTime.from(Instant.EPOCH));
    for (String other : List.of("status papers", "help list", "list tasks", "help bench")) {
      launch(other.split(" "));
    }
    assertThat(calls()).content().hasLineCount(builds);
  }

  private Launched.Result launch() throws Exception {
    return launch("--version");
  }

  private Launched.Result launch(String... words) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("CALLS", calls().toString());
    environment.put("ATTUNE_ARCHIVE", "no");
    Launched.Result end =
        Launched.alone(home(), environment, home().resolve("attune"), (Object[]) words).await();
    assertThat(end.exit()).isNotZero(); // there is no class to run
    return end;
  }

  private void checkout() throws IOException {
    for (String module : List.of("model", "sweeps", "cluster", "jobs")) {
      Files.createDirectories(home().resolve(module));
    }
    Files.writeString(home().resolve("pom.xml"), "<project/>");
    script(Files.createDirectories(folder.resolve("bin")).resolve("mvn"), MAVEN);
    script(home().resolve("attune"), Files.readString(Launched.HOME.resolve("attune")));
  }

  private Path home() {
    return folder.resolve("home");
  }

  private Path calls() {
    return folder.resolve("calls");
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
