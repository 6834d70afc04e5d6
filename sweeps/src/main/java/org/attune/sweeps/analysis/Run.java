package org.attune.sweeps.analysis;

import org.attune.api.catalog.Configuration;

/**
 * A finished trial and its measured value, or a failed trial.
 *
 * @param trialId of the trial
 * @param cell its configuration
 * @param replicate the number of the cell's seed, from 0; equal numbers share a seed
 * @param value of the metric, finite; NaN for a failed trial
 */
public record Run(String trialId, Configuration cell, int replicate, double value) {}
