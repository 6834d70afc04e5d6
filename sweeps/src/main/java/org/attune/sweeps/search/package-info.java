/**
 * Search methods: they propose trials and observe how they ended.
 *
 * <p>Start with {@link SearchMethods}, the list, then {@link SobolSearch}, the shortest method: it
 * only suggests points ({@link Suggester}), and {@link SuggestedSearch} does the bookkeeping.
 * docs/adding-a-search-method.md takes you through one.
 *
 * <pre>{@code
 * SearchMethod tpe = SearchMethods.named("tpe");
 * boolean adaptive = tpe.looksAtResults(Settings.NONE); // true
 * }</pre>
 *
 * <p>A resumed run observes the same results in the same order and must propose the same cells:
 * take random numbers from the sweep's seed only. Each class cites its paper.
 *
 * <p>This package must not know the scheduler or the sweep file: it sees a {@link SearchProblem}.
 * {@code sweeps.spec} knows it, and {@code TestWalls} forbids the circle.
 */
package org.attune.sweeps.search;
