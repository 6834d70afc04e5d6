package org.attune.jobs.sweep;

import java.util.concurrent.Callable;
import picocli.CommandLine.Parameters;

/** A command about the sweep in one directory. */
public abstract class SweepCommand implements Callable<Integer> {

  /** The directory, as the user named it. */
  @Parameters(paramLabel = "DIR", description = "The sweep's directory.")
  protected String directory;
}
