/**
 * Sweeps in virtual time: a sweep's length and result, predicted from known or scripted curves.
 *
 * <p>Start with {@link Simulation}. It runs the loop, scheduler, search and rules of a real run
 * over slots whose trials follow {@link Curves}: those of an earlier sweep, or a formula.
 *
 * <pre>{@code
 * Curves scripted = new ScriptedCurves(spec.space(tree), spec.objective(), 60, 1_000);
 * Simulation simulation = new Simulation(spec, catalog, scripted, 0.01);
 * Simulation.SimulationResult days = simulation.run(8); // 8 workers, 1 % of attempts fail
 * }</pre>
 *
 * <p>Because it is the real loop, tests of the scheduler use it too. This package must not know
 * Spark or a real clock: {@code TestWalls} forbids the first, {@code scheduler.VirtualTime}
 * replaces the second.
 */
package org.attune.sweeps.simulation;
