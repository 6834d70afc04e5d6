package org.attune.sweeps.command;

/** The place where the driver finds the value of a program's secret. */
public sealed interface SecretSource {

  /** A variable of the shell that runs {@code attune}. */
  record Variable(String name) implements SecretSource {}

  /** A file that contains the secret and that no other user may read. */
  record File(String path) implements SecretSource {}
}
