package org.attune.cluster.trial;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.attune.sweeps.event.DataFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TestUserData {

  /** {@code printf abc | sha256sum}. */
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @TempDir Path folder;

  @Test
  void aFilesFingerprintIsItsNameAndTheHashOfItsBytes() throws Exception {
    Path file = Files.writeString(folder.resolve("a text.txt"), "abc");

    assertThat(HadoopData.at(file.toString()).fingerprint())
        .isEqualTo(new DataFile("a text.txt", ABC));
    assertThat(HadoopData.at(file.toUri().toString()).fingerprint().hash()).isEqualTo(ABC);

    Files.writeString(file, "abd");
    assertThat(HadoopData.at(file.toString()).fingerprint().hash()).isNotEqualTo(ABC);
  }

  @Test
  void aFileIsTheSameWithoutHadoop() throws Exception {
    Path file = Files.writeString(folder.resolve("abc.txt"), "abc");
    UserData bare = BareFile.at(file);

    assertThat(bare.fingerprint()).isEqualTo(HadoopData.at(file.toString()).fingerprint());
    assertThat(bare.name()).isEqualTo("abc.txt");
    assertThat(bare.files()).isEmpty();
    try (InputStream content = bare.open("")) {
      assertThat(content).hasContent("abc");
    }
    assertThatThrownBy(() -> bare.open("b")).hasMessageContaining("no 'b' below the file");
  }

  @Test
  void aFoldersFingerprintChangesWithAnyFileInItAndItsName() throws Exception {
    Path inner = Files.createDirectories(folder.resolve("images/one"));
    Files.writeString(inner.resolve("a.png"), "abc");
    Files.writeString(folder.resolve("images/b.png"), "abc");
    DataFile first = fingerprint("images");

    assertThat(first.name()).isEqualTo("images");
    assertThat(fingerprint("images")).isEqualTo(first);

    Files.writeString(inner.resolve("a.png"), "abd");
    DataFile changed = fingerprint("images");
    Files.writeString(inner.resolve("a.png"), "abc");
    Files.move(folder.resolve("images/b.png"), folder.resolve("images/c.png"));
    DataFile renamed = fingerprint("images");

    assertThat(changed.hash()).isNotEqualTo(first.hash());
    assertThat(renamed.hash()).isNotEqualTo(first.hash());
  }

  @Test
  void opensTheFileItselfOrOneBelow() throws Exception {
    Path file = Files.writeString(folder.resolve("abc.txt"), "abc");

    try (InputStream itself = HadoopData.at(file.toString()).open("");
        InputStream below = HadoopData.at(folder.toString()).open("abc.txt")) {
      assertThat(itself).hasContent("abc");
      assertThat(below).hasContent("abc");
    }
  }

  @Test
  void aFolderIsNotReadAsAFile() {
    assertThatThrownBy(() -> HadoopData.at(folder.toString()).open(""))
        .hasMessage("Cannot read %s: it is a folder", folder);
  }

  /** Reads a folder as an executor does that a cluster starts in a locale of ASCII. */
  static final class InAscii {
    public static void main(String[] arguments) {
      UserData data = HadoopData.at(arguments[0]);
      said(() -> data.files().toString());
      said(() -> data.fingerprint().toString());
      said(() -> new String(data.open("b/stra\u00dfe.txt").readAllBytes(), US_ASCII));
      said(() -> new String(data.open("a.txt").readAllBytes(), US_ASCII));
    }

    private static void said(Callable<String> answer) {
      try {
        System.out.println(answer.call());
      } catch (Exception refused) {
        System.out.println(refused.getMessage());
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatALocaleCannotNameIsRefusedAndNotLeftOut() throws Exception {
    String before = Files.writeString(folder.resolve("a.txt"), "abc").getParent().toString();
    Files.writeString(Files.createDirectory(folder.resolve("b")).resolve("straße.txt"), "abc");
    Path printed = folder.resolveSibling(folder.getFileName() + ".printed");
    ProcessBuilder ascii =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                InAscii.class.getName(),
                before)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(printed.toFile());
    ascii.environment().put("LC_ALL", "C");
    ascii.start().waitFor();

    String unnamed =
        "Cannot read %s/b/%s.txt: Java cannot name it in this process's locale; set"
            + " LC_ALL=C.UTF-8 there";
    assertThat(Files.readAllLines(printed, US_ASCII))
        .containsExactly(
            unnamed.formatted(before, "stra??e"),
            unnamed.formatted(before, "stra??e"),
            unnamed.formatted(before, "stra?e"),
            "abc");
    Files.delete(printed);
  }

  private DataFile fingerprint(String name) throws Exception {
    return HadoopData.at(folder.resolve(name).toString()).fingerprint();
  }
}
