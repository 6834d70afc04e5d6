package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The archive has what its pages and scripts name. DistributionIT runs it. */
class TestArchiveLayout {

  private static final Pattern LINK = Pattern.compile("\\]\\((?!\\w+:|#)([^)#\\s]+)[^)]*\\)");

  /** Of the archive's list, which a script takes from the folder above its own. */
  private static final Pattern IN_HOME = Pattern.compile("\\$home/(cluster/[\\w-]+\\.\\w+)");

  @Test
  void everyLinkOfAPageLeadsToAFileOfTheArchive() throws Exception {
    Map<Path, Path> files = ArchiveLayout.files();
    Set<String> dead = new TreeSet<>();
    for (Path page : files.keySet()) {
      if (!page.toString().endsWith(".md")) {
        continue;
      }
      String text = Files.readString(files.get(page)).replaceAll("(?s)```.*?```", "");
      for (Matcher link = LINK.matcher(text); link.find(); ) {
        Path target = page.resolveSibling(link.group(1)).normalize();
        if (files.keySet().stream().noneMatch(file -> file.startsWith(target))) {
          dead.add(page + ": " + link.group(1));
        }
      }
    }

    assertThat(dead).as("links that lead nowhere in the archive").isEmpty();
  }

  @Test
  void theScriptsFindWhatTheyReadByDefault() throws Exception {
    Map<Path, Path> files = ArchiveLayout.files();
    for (Path script : files.keySet()) {
      if (script.startsWith("cluster/bin")) {
        for (Matcher named = IN_HOME.matcher(Files.readString(files.get(script))); named.find(); ) {
          assertThat(files).as("%s", script).containsKey(Path.of(named.group(1)));
        }
      }
    }
  }

  @Test
  void theListsOfAPackNameSweepFilesOfTheArchive() throws Exception {
    Map<Path, Path> files = ArchiveLayout.files();
    assertThat(files)
        .containsKeys(Path.of("lib/attune-model-bench.jar"), Path.of("cluster/gpu-pack.txt"));
    for (String list : new String[] {"gpu-pack.txt", "gpu-pack-rehearsal.txt"}) {
      for (String line : Files.readAllLines(files.get(Path.of("cluster", list)))) {
        String[] words = line.split("\\s+");
        if (!line.startsWith("#") && words.length > 1 && words[1].endsWith(".yaml")) {
          assertThat(files).containsKey(Path.of(words[1]));
        }
      }
    }
  }
}
