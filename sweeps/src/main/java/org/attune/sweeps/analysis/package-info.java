/**
 * The results of a sweep's finished trials: which axes and pairs of axes matter, which of two
 * values is better, and how good the best cell is. The package gives only numbers; callers put them
 * into words.
 */
package org.attune.sweeps.analysis;
