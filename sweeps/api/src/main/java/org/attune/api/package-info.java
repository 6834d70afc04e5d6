/**
 * The stable Java classes of Attune: what trainings, sweeps and clusters share, and what a jar of
 * yours implements. Plain Java without dependencies.
 *
 * <p>Start with {@link org.attune.api.trial.TrialProgram}, if your own training is to run in
 * sweeps.
 *
 * <ul>
 *   <li>{@code api.catalog}: parameters, their domains, configurations and catalogs
 *   <li>{@code api.trial}: a task in Java, and what its trials are given
 *   <li>{@code api.search}, {@code api.stopping}: search methods and stopping rules, what they
 *       propose and observe
 *   <li>{@code api.storage}: the directory of a sweep
 *   <li>{@code api.paper}: papers whose tables are reproduced
 *   <li>{@code api.expression}: the grammar of constraints and formulas
 * </ul>
 *
 * <p>The file {@code surface.txt} among the tests' resources lists every public signature. A change
 * of it is a change of the surface, which the changelog names. The examples compile, and a test
 * compares the values beside them.
 *
 * <p>No method returns null: what may be absent is an {@code Optional}, or empty. No method takes
 * null: it throws {@link NullPointerException} at once or when it uses the argument.
 *
 * <p>The module must not know anything but Java: {@code TestWalls} refuses it.
 */
package org.attune.api;
