package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The locale in which {@code ./attune} starts Java: one of UTF-8, whatever the user's. */
class TestLauncherLocale {

  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void unpack() throws Exception {
    assumeTrue(
        launched("locale", Map.of("LC_ALL", "C.UTF-8"), "charmap").equals("UTF-8\n"),
        "no command locale, or no locale C.UTF-8");
    folder = temporary.resolve("attune home");
    UnpackedLauncher.in(
        folder, "#!/bin/sh\nlocale charmap; echo \"${LC_ALL-}|${LC_CTYPE-}|${LANG-}\"\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "xx_XX.UTF-8", "xx_XX.ISO-8859-1", "nonsense"})
  void javaHasUtf8WhateverTheLocale(String locale) throws Exception {
    assertThat(launch(Map.of("LC_ALL", locale))).isEqualTo("UTF-8\nC.UTF-8||\n");
    assertThat(launch(Map.of("LANG", locale))).startsWith("UTF-8\n").endsWith("|" + locale + "\n");
    assertThat(launch(Map.of("LC_CTYPE", locale))).isEqualTo("UTF-8\n|C.UTF-8|\n");
  }

  /** Java then takes none of its parts. */
  @Test
  void oneMissingPartOfALocaleIsEnough() throws Exception {
    assertThat(launch(Map.of("LC_CTYPE", "C.UTF-8", "LANG", "xx_XX.UTF-8")))
        .isEqualTo("UTF-8\nC.UTF-8|C.UTF-8|xx_XX.UTF-8\n");
  }

  @Test
  void aLocaleOfUtf8Stays() throws Exception {
    assertThat(launch(Map.of("LC_ALL", "C.UTF-8", "LANG", "C"))).isEqualTo("UTF-8\nC.UTF-8||C\n");
  }

  @Test
  void withoutALocaleOnlyTheLettersAreSet() throws Exception {
    assertThat(launch(Map.of())).isEqualTo("UTF-8\n|C.UTF-8|\n");
  }

  private String launch(Map<String, String> locale) throws Exception {
    Map<String, String> environment = new HashMap<>(locale);
    environment.put("JAVA_HOME", folder.toString());
    environment.put("ATTUNE_ARCHIVE", "no");
    return launched(folder.resolve("attune").toString(), environment, "--version");
  }

  private static String launched(String program, Map<String, String> own, String argument)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(program, argument);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().putAll(own);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    return output;
  }
}
