package org.attune.sweeps.state;

import java.time.Instant;

/** A file written by an attempt; the path is relative to the sweep's directory. */
public record Artifact(
    String trialId, int attempt, long step, String kind, String path, long bytes, Instant time) {}
