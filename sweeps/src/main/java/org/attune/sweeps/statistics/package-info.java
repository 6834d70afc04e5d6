/**
 * Means, spreads and tests over the seeds of cells: numbers in, numbers out. The package is
 * independent of sweeps.
 */
package org.attune.sweeps.statistics;
