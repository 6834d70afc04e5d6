/**
 * Slots on Spark's executors: long-lived tasks that ask the driver for trials, run them and report
 * results.
 *
 * <p>Start with {@link SweepRun}, the driver's side, then {@link SparkSlots}, the loop's view of
 * executors, and {@code Slot}, the task on the executor. {@code AttemptRun} runs one attempt and
 * writes its envelope, which a later driver adopts if this one dies. {@link BareSlots} are the same
 * on threads, for machines without Spark.
 *
 * <pre>{@code
 * spark.plugins=org.attune.cluster.slot.SlotPlugin
 * }</pre>
 *
 * <p>Messages between them are Spark's plugin messages. Spark delivers these on one thread, so
 * {@code SlotDesk} answers from what is prepared and never blocks.
 *
 * <p>This package must not know the model: what a trial computes is an {@code api.trial.TrialWork}.
 * {@code cluster.averaging} and {@code cluster.repair} know it, and {@code TestWalls} forbids the
 * circle.
 */
package org.attune.cluster.slot;
