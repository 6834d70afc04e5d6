package org.attune.sweeps.command;

/** Where the driver finds the value of a program's secret. */
public sealed interface SecretSource {

  /** A variable of the shell that runs {@code attune}. */
  record Variable(String name) implements SecretSource {}

  /** A file whose content it is, which nobody else may read. */
  record File(String path) implements SecretSource {}
}
