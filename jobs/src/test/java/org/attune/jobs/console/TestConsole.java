package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Attune asks only where somebody can answer. */
class TestConsole {

  /** A console as of Java 22 to 24, which every process has. */
  record Later(boolean isTerminal) {}

  record Earlier() {}

  @Test
  void aConsoleThatIsNoTerminalIsNone() {
    assertThat(ConsoleTerminal.isTerminal(Later.class, new Later(false))).isFalse();
    assertThat(ConsoleTerminal.isTerminal(Later.class, new Later(true))).isTrue();
  }

  @Test
  void beforeJava22EachConsoleIsATerminal() {
    assertThat(ConsoleTerminal.isTerminal(Earlier.class, new Earlier())).isTrue();
  }
}
