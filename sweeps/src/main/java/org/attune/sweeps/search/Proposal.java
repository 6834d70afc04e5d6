package org.attune.sweeps.search;

/** What a search answers when it is asked. */
public sealed interface Proposal {

  /** Nothing until a trial that is out has ended. */
  Proposal LATER = new Later();

  /** Nothing any more. */
  Proposal DONE = new Done();

  /** Run this. */
  record Run(Trial trial) implements Proposal {}

  /** Ask again when something was told. Only from a search that has trials out. */
  record Later() implements Proposal {}

  /** There is no more to run; the answer stays the same from now on. */
  record Done() implements Proposal {}
}
