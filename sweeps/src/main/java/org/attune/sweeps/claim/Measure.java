package org.attune.sweeps.claim;

import org.attune.sweeps.catalog.Configuration;

/**
 * A final metric of a cell: one number per seed.
 *
 * @param label the cell's name in its table
 * @param cell the cell
 * @param metric the metric's name
 */
public record Measure(String label, Configuration cell, String metric) {}
