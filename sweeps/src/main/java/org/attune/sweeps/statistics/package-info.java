/**
 * Means, spreads and tests over the seeds of cells: numbers in, numbers out. It knows nothing of
 * sweeps.
 */
package org.attune.sweeps.statistics;
