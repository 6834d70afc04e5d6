/**
 * The papers that Attune reproduces, in a jar beside the program's.
 *
 * <p>Start with {@link ReproducedPapers}, which names their tables. It is an example too: a group
 * with papers of its own writes such a class, a claims file and a page (docs/your-own-papers.md).
 *
 * <pre>{@code
 * ./attune reproduce mta-toy --scale smoke
 * }</pre>
 *
 * <p>{@code attune.jar} works without this jar; {@code java.util.ServiceLoader} finds it. The
 * package must not know how a table is run or judged: it knows {@code api.paper} alone. The package
 * {@code reproduce} must not know it either, since it takes the tables of any jar.
 */
package org.attune.papers;
