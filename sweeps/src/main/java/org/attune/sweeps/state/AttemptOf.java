package org.attune.sweeps.state;

import org.attune.api.search.Trial;

/** An attempt and its trial. */
public record AttemptOf(Trial trial, Attempt attempt) {}
