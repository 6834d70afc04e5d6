/**
 * What a search method proposes and observes: the interface for methods of the house and of jars.
 *
 * <p>Start with {@link Search}: it proposes a {@link Trial} and observes how trials ended. {@link
 * OwnSearch} makes one choosable by name in a sweep file; {@link SearchSpace} holds the cells that
 * it may propose.
 *
 * <pre>{@code
 * Proposal proposal = search.ask();
 * boolean waits = !(proposal instanceof Proposal.Run); // until a result arrives
 * }</pre>
 *
 * <p>A resumed run calls a search with the same observations in the same order; it must propose the
 * same trials, so it draws random numbers from the sweep's seed only.
 *
 * <p>This package is stable. It must not know the scheduler, the journal or any method: {@code
 * TestWalls} refuses everything but Java and {@code api}.
 */
package org.attune.api.search;
