package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs outside the terminal's session; {@code TestTerminal} presses Ctrl-C in a real one. */
class TestOwnSession {

  private static final List<String> COMMANDS = List.of("setsid", "setpriv", "--pdeathsig", "KILL");

  @TempDir Path folder;

  private final OwnSession session = new OwnSession(COMMANDS);

  @Test
  void aProcessSaysWhetherItHasATerminal() {
    assertThat(OwnSession.hasTerminal("7 (java) S 1 7 7 34816 7 4194304 1")).isTrue();
    assertThat(OwnSession.hasTerminal("7 (a b) 1 (c) S 1 7 7 0 -1 4194304 1")).isFalse();
    assertThat(OwnSession.hasTerminal("7 (java) S")).isFalse();
  }

  @Test
  void aProgramKeepsItsNumberAndItsExitCodeAndHasASessionOfItsOwn() throws Exception {
    Process program = start("sh", "-c", "cat /proc/$$/stat; exit 3");

    String stat = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(program.waitFor()).isEqualTo(3);
    String[] fields = stat.split(" ");
    String number = Long.toString(program.pid());
    assertThat(List.of(fields[0], fields[4], fields[5]))
        .as("process, group, session")
        .containsOnly(number);
    assertThat(fields[3]).as("parent").isEqualTo("" + ProcessHandle.current().pid());
    assertThat(fields[6]).as("terminal").isEqualTo("0");
  }

  @Test
  void aProgramWhoseWaitingThreadIsGoneIsEnded() throws Exception {
    List<Process> started = new ArrayList<>();
    List<Throwable> skipped = new ArrayList<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                Process program = start("sh", "-c", "echo begun; exec sleep 6000");
                program.getInputStream().read();
                started.add(program);
              } catch (Exception noCommands) {
                skipped.add(noCommands);
              }
            });
    thread.start();
    thread.join();

    assumeFalse(!skipped.isEmpty(), () -> "" + skipped);
    Awaitility.await().atMost(Duration.ofMinutes(20)).until(() -> !started.get(0).isAlive());
  }

  @Test
  void javaSaysWhyAProgramCannotBeStartedAndFindsItWhereItFoundItBefore() throws Exception {
    Path own = Files.createDirectory(folder.resolve("own"));
    Path tool = Files.writeString(own.resolve("tool"), "#!/bin/sh\n");
    String path = "/nowhere:" + own;

    assertThat(session.words(List.of("tool"), folder, path, path)).containsExactly("tool");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(session.words(List.of("tool", "1"), folder, path, path))
        .startsWith("setsid")
        .endsWith("KILL", "tool", "1");
    assertThat(session.words(List.of("tool", "1"), folder, path, "/other"))
        .endsWith("KILL", tool.toString(), "1");
    assertThat(session.words(List.of("own/tool"), folder, path, "/other")).endsWith("own/tool");
    assertThat(session.words(List.of("own/none"), folder, path, path)).containsExactly("own/none");
    assertThat(session.words(List.of("-tool"), folder, path, path)).containsExactly("-tool");
    assertThat(new OwnSession(List.of()).words(List.of("own/tool"), folder, path, path))
        .containsExactly("own/tool");
  }

  @Test
  void aProgramThatTheCommandsCannotExecuteIsNotTheProgramsError() throws Exception {
    String said = "; it printed last: setpriv: failed to execute own/tool: No such file";

    assertThat(session.couldNotStart(127, said)).isTrue();
    assertThat(session.couldNotStart(1, said)).isFalse();
    assertThat(session.couldNotStart(127, "; it printed last: sh: setpriv: not found")).isFalse();
    assertThat(new OwnSession(List.of()).couldNotStart(127, said)).isFalse();
  }

  @Test
  void aProgramsOwnPathNeedNotHaveTheCommands() throws Exception {
    ProcessBuilder builder = builder("sh", "-c", "exit 3");
    builder.environment().put("PATH", "/nowhere");

    assertThat(builder.start().waitFor()).isEqualTo(3);
  }

  private Process start(String... command) throws Exception {
    return builder(command).start();
  }

  private ProcessBuilder builder(String... command) {
    OwnSession here = OwnSession.available();
    if (here.before().isEmpty()) {
      System.out.println("TestOwnSession is skipped: no setsid and setpriv of util-linux");
    }
    assumeFalse(here.before().isEmpty(), "no setsid and setpriv of util-linux 2.33 or later");
    String path = System.getenv("PATH");
    return new ProcessBuilder(here.words(List.of(command), folder, path, "/nowhere"));
  }
}
