/**
 * How much of a metric's variance each axis of a sweep explains: functional analysis of variance,
 * exact on full grids, of a random forest elsewhere, with a null to tell an effect from chance.
 */
package org.attune.sweeps.importance;
