/**
 * Tasks to train networks on. Tasks generate their own data from a seed, or read the user's data.
 *
 * <p>Start with {@link Task}, then {@code SelectiveCopyingTask}, a task of generated sequences on
 * one screen. {@link Tasks} lists all; {@link Examples} are a task's batches for training,
 * validation and claims.
 *
 * <pre>{@code
 * Task first = Tasks.all().get(0);
 * String name = first.option().name(); // as a sweep file has it
 * }</pre>
 *
 * <p>This package is stable: parts and tasks in jars of yours may use its public classes. A 0.x
 * version may change them, and the changelog says so. A task must not know how a network trains:
 * {@code TestWalls} refuses {@code layer}, {@code engine} and {@code train}.
 */
package org.attune.model.task;
