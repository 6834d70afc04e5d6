package org.attune.sweeps.state;

import org.attune.api.search.Trial;

/** An attempt and its trial. */
public record TrialAttempt(Trial trial, Attempt attempt) {}
