/** Means and spreads over the replicates of a cell. */
package org.attune.sweeps.statistics;
