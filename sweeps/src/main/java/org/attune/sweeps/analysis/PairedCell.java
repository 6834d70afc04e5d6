package org.attune.sweeps.analysis;

/**
 * A common cell of two sweeps that share seeds.
 *
 * @param side number of the sweep that is compared with the first, from 1
 * @param pair the difference: this sweep less the first
 */
public record PairedCell(int side, String cell, CellPair pair) {}
