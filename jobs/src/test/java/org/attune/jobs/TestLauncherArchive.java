package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The JVM runs what a class-data archive holds: only the user can have written the one it loads.
 */
class TestLauncherArchive {

  private static final String PLANTED = "attune-17.0.1.jsa";
  private static final List<String> LEFT_OUT =
      List.of("HOME", "XDG_CACHE_HOME", "ATTUNE_ARCHIVE", "ATTUNE_SPARK_HOME");

  @TempDir private Path folder;
  private Path home;
  private Path cache;

  @BeforeEach
  void unpack() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    cache = folder.resolve("cache");
    UnpackedLauncher.in(
        home, "#!/bin/sh\nfor w; do case $w in *SharedArchive*) echo \"$w\";; esac; done\n");
    Files.setLastModifiedTime(home.resolve("lib/attune.jar"), FileTime.fromMillis(0));
  }

  @Test
  void theUsersCacheIsLoadedFrom() throws Exception {
    Path archive = plant(cache);

    assertThat(launch(Map.of("XDG_CACHE_HOME", cache)))
        .isEqualTo("-XX:SharedArchiveFile=" + archive + "\n");
    Path below = plant(folder.resolve("me/.cache"));
    assertThat(launch(Map.of("HOME", folder.resolve("me"))))
        .isEqualTo("-XX:SharedArchiveFile=" + below + "\n");
  }

  @Test
  void withoutAHomeTheCommonTemporaryFolderIsNotLoadedFrom() throws Exception {
    List<Path> made = new ArrayList<>();
    try {
      Path top = Path.of("/tmp/.cache");
      for (Path path : List.of(top, top.resolve("attune"), below(top))) {
        if (Files.notExists(path)) {
          made.add(0, Files.createDirectory(path));
        }
      }
      made.add(0, plant(top));

      assertThat(launch(Map.of())).isEmpty();
    } finally {
      for (Path path : made) {
        Files.delete(path);
      }
    }
  }

  @Test
  void aFolderOrFileThatOthersCanWriteIsNotLoadedFrom() throws Exception {
    Path archive = plant(cache);
    for (Path path : List.of(cache, cache.resolve("attune"), below(cache), archive)) {
      for (String others : List.of("rwxrwxr-x", "rwxr-xrwx")) {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(others));
        assertThat(launch(Map.of("XDG_CACHE_HOME", cache))).as(path + " " + others).isEmpty();
      }
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
    assertThat(launch(Map.of("XDG_CACHE_HOME", cache))).isNotEmpty();
  }

  @Test
  void aLinkToAFolderThatOthersCanWriteIsNotLoadedFrom() throws Exception {
    Path shared = folder.resolve("shared");
    plant(shared);
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.createSymbolicLink(cache, shared);

    assertThat(launch(Map.of("XDG_CACHE_HOME", cache))).isEmpty();
  }

  /** An archive where the launcher looks for one, newer than the jar. */
  private Path plant(Path top) throws Exception {
    Files.createDirectories(below(top));
    return Files.createFile(below(top).resolve(PLANTED));
  }

  private Path below(Path top) throws IOException {
    Process sum = new ProcessBuilder("cksum").start();
    try (var jar = sum.getOutputStream()) {
      jar.write((home.toRealPath() + "/lib/attune.jar\n").getBytes(StandardCharsets.UTF_8));
    }
    String name = new String(sum.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return top.resolve("attune").resolve(name.split(" ")[0]);
  }

  private String launch(Map<String, Path> further) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.keySet().removeAll(LEFT_OUT);
    environment.put("JAVA_HOME", home.toString());
    environment.put("PATH", home.resolve("bin") + ":" + environment.get("PATH"));
    further.forEach((name, path) -> environment.put(name, path.toString()));
    return Launched.alone(home, environment, home.resolve("attune"), "--version").await().output();
  }
}
