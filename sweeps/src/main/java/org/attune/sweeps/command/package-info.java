/**
 * Trials that run users' programs: how a program is declared, started, followed and ended.
 *
 * <p>Start with {@link CommandTask}, a program as the sweep file declares it, then {@link
 * CommandWork}, which runs it as a trial. A program gets its values as arguments, variables or a
 * JSON file, and reports lines of metrics, which {@link CommandWork} follows until the program
 * ends.
 *
 * <pre>{@code
 * task:
 *   command:
 *     run: python3 train.py --lr {train.lr} --out {metrics-file}
 *     parameters: {train.lr: {real: [1e-5, 1]}}
 *     metrics: {loss: lower}
 * }</pre>
 *
 * <p>A program inherits few variables, because an executor's environment holds the cluster's
 * secret; its processes end with the trial, also those that it left behind. Keep both when you
 * change this.
 *
 * <p>This package must not know {@code sweeps.spec}, which reads the declaration: {@code TestWalls}
 * forbids the circle.
 */
package org.attune.sweeps.command;
