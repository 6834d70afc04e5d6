package org.attune.sweeps.state;

import java.time.Instant;

/** One number measured at one training step of an attempt. */
public record Metric(
    String trialId, int attempt, long step, String name, double value, Instant time) {}
