/**
 * What a trial is given and what it returns, for every kind of work and of slot.
 *
 * <p>Start with {@link TrialWork}: it runs one trial from its {@link TrialContext} and reports
 * while it runs. {@link TrialProgram} makes a kind of work choosable by {@code task: NAME} in a
 * sweep file. A {@link TrialException} carries the {@link Cause} of a failure, which decides
 * whether it is retried.
 *
 * <pre>{@code
 * TrialWork halving =
 *     (trial, reporter) -> new TrialWork.Result(Map.of("loss", 0.5), Map.of());
 * }</pre>
 *
 * <p>This package is stable; its classes travel to executors, so they are serialisable. It must not
 * know Spark or the model: {@code TestWalls} refuses everything but Java and {@code api}.
 */
package org.attune.api.trial;
