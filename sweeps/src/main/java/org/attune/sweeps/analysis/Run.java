package org.attune.sweeps.analysis;

import org.attune.sweeps.catalog.Configuration;

/**
 * A finished trial and what it measured.
 *
 * @param trialId of the trial
 * @param cell its configuration
 * @param replicate which of the cell's seeds, from 0; equal numbers share a seed
 * @param value of the metric, finite
 */
public record Run(String trialId, Configuration cell, int replicate, double value) {}
