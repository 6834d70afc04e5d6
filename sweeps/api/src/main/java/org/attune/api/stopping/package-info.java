/**
 * What ends or pauses running trials: the interface for stopping rules of the house and of jars.
 *
 * <p>Start with {@link StoppingRule}: it gets each report of a running trial and answers with a
 * {@link Verdict}. {@link OwnStoppingRule} makes one choosable by name in a sweep file, and {@link
 * StoppingKind} says which metric and which length it needs.
 *
 * <pre>{@code
 * String shown =
 *     verdict instanceof Verdict.Stop stop ? "stopped: " + stop.reason() : "continues";
 * }</pre>
 *
 * <p>This package is stable. A rule must not know slots, clocks or files: {@code TestWalls} refuses
 * everything but Java and {@code api} here.
 */
package org.attune.api.stopping;
