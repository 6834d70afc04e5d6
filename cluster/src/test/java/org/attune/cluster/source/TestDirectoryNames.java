package org.attune.cluster.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestDirectoryNames {

  @TempDir private Path folder;

  @BeforeEach
  void makeFolders() throws Exception {
    for (String name : new String[] {"a,b", "a", "trail ", " lead", "c, d", "plain"}) {
      Files.createDirectory(folder.resolve(name));
    }
  }

  @Test
  void aNameThatIsThereIsTakenAsItStands() {
    assertThat(DirectoryNames.in(folder + "/a,b")).containsExactly(folder + "/a,b");
    assertThat(DirectoryNames.in(folder + "/trail ")).containsExactly(folder + "/trail ");
    assertThat(DirectoryNames.in(folder + "/ lead")).containsExactly(folder + "/ lead");
    assertThat(DirectoryNames.in(folder + "/c, d")).containsExactly(folder + "/c, d");
  }

  @Test
  void severalAreSeparatedByCommas() {
    assertThat(DirectoryNames.in("%1$s/plain, %1$s/a,b , %1$s/c, d,%1$s/trail ".formatted(folder)))
        .containsExactly(folder + "/plain", folder + "/a,b", folder + "/c, d", folder + "/trail ");
    assertThat(DirectoryNames.in("hdfs://h/{x,y}, hdfs://h/z,,"))
        .containsExactly("hdfs://h/{x,y}", "hdfs://h/z");
  }
}
