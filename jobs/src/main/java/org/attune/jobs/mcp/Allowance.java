package org.attune.jobs.mcp;

import java.time.Duration;

/**
 * What an agent may spend in a lab over the lab's life.
 *
 * @param trials of all proposals
 * @param time of all their runs
 * @param programs whether a proposal may run a program
 */
record Allowance(long trials, Duration time, boolean programs) {}
