/**
 * What a sweep's finished trials say: which axes matter, which pairs of axes, which of two values
 * is better, and how good the best cell is. Numbers only; words are for whoever prints them.
 */
package org.attune.sweeps.analysis;
