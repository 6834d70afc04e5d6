/**
 * The ask/tell interface: a program with a loop of its own asks for trials and tells their results.
 *
 * <p>Start with {@link Study}, the only class.
 *
 * <pre>{@code
 * try (Study study = Study.open(directory, yaml)) {
 *   for (Optional<Study.Asked> next = study.ask(); next.isPresent(); next = study.ask()) {
 *     next.get().finish(Map.of("loss", 0.5));
 *   }
 * }
 * }</pre>
 *
 * <p>Each call returns after its data is on disk, so a study resumes after a crash. The directory
 * is a sweep's like any other: {@code attune status} and {@code attune sql} read it.
 *
 * <p>This package must not know Spark or the model, so a user's program needs two small jars:
 * {@code TestWalls} forbids both.
 */
package org.attune.sweeps.study;
