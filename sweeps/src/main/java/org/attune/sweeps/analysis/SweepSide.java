package org.attune.sweeps.analysis;

import org.attune.sweeps.state.SweepView;

/**
 * A sweep that is compared with others.
 *
 * @param label a short name of its directory
 * @param observed its trials, by the metric that all sweeps have
 */
public record SweepSide(String label, SweepView sweep, Observations observed) {}
