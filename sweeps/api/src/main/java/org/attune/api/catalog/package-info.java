/**
 * What a sweep file can set or vary: parameters, their domains, configurations, and what a
 * configuration conflicts with or costs.
 *
 * <p>Start with {@link Parameter} and the {@link Domain} of its values. A {@link ParameterTree}
 * holds a catalog's parameters by key, each with the option that owns it; a {@link Configuration}
 * is the settings of one trial, in canonical spelling. {@link AxisCatalog} is all of it behind one
 * interface.
 *
 * <pre>{@code
 * Parameter rate = Parameter.real("train.learning-rate", "learning_rate", 0, 1, 1e-3, "step length");
 * String canonical = rate.domain().canonical("1e-2"); // 0.01
 * Configuration cell = Configuration.of(catalog.tree(), Map.of(rate.key(), canonical));
 * }</pre>
 *
 * <p>This package is stable. Equal values have one spelling, because a cell's identity is its text.
 * The package must not know anything but Java and {@code api.expression}: {@code TestWalls} refuses
 * it.
 */
package org.attune.api.catalog;
