/**
 * A lab: the ledger of all that was ever claimed in a folder, and the levels that keep the share of
 * wrong discoveries below a rate.
 *
 * <p>Start with {@link Ledger}; its entries are {@link ChainedLine}s, each with the hash of the one
 * before, so a change shows. {@link Wealth} gives the level of the next table (LOND).
 *
 * <pre>{@code
 * double level = new Wealth(0.1, 12, 2).level(1); // after 12 claims and 2 discoveries
 * }</pre>
 *
 * <p>A ledger only grows, and a published copy must stay readable: never change what an entry's
 * hash covers. This package must not know the state of sweeps; {@code sweeps.state} knows it, and
 * {@code TestWalls} forbids the circle.
 */
package org.attune.sweeps.lab;
