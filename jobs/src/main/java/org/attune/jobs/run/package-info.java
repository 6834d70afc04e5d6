/**
 * {@code run}, {@code validate}, {@code simulate} and {@code rerun}: the plan before a sweep, the
 * checks, the launch, and one trial trained again.
 *
 * <p>Start with {@link RunCommand}, then {@link SweepLaunch}: it starts a sweep in its directory,
 * resumes it, or finds that it is over. {@link Plan} is the size and the cost that {@code validate}
 * prints.
 *
 * <pre>{@code
 * ./attune validate sweeps/quickstart.yaml
 * ./attune run sweeps/quickstart.yaml --out runs/quickstart
 * }</pre>
 *
 * <p>Everything that can be refused is refused before Spark starts, with exit code 2. This package
 * must not know the papers' tables, whose command runs sweeps through it: {@code TestWalls} forbids
 * the circle, and DL4J.
 */
package org.attune.jobs.run;
