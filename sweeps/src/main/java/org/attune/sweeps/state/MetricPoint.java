package org.attune.sweeps.state;

import java.time.Instant;

/**
 * One number measured at one training step of an attempt.
 *
 * @param report the number of the report that it came with, from 1; of two reports of one step the
 *     later one has the higher number
 */
public record MetricPoint(
    String trialId, int attempt, long step, int report, String name, double value, Instant time) {}
