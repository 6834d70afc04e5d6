/**
 * The entries of the registries of parts, tasks and networks: an option with its factory, and words
 * for layers.
 *
 * <p>Start with {@link Variant}, one registry line: an option of an axis and what makes its object.
 * {@link LayerSet} reads {@code first}, {@code last} or {@code every 4 from 2}.
 *
 * <pre>{@code
 * LayerSet some = LayerSet.of("every 2 from 1");
 * }</pre>
 *
 * <p>{@link Variant} is stable: {@code attention.OwnParts} in jars of yours return it. This package
 * must not know any other of {@code model}: {@code TestWalls} refuses every arrow from it.
 */
package org.attune.model.catalog;
