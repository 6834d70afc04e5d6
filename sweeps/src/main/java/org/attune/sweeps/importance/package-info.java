/**
 * How much of a metric's variance each axis explains: functional analysis of variance, exact on
 * full grids, of a random forest elsewhere, with a null that tells an effect from chance.
 *
 * <p>Start with {@link Importances}. {@link RungImportances} asks the same at the steps where a
 * rule stopped trials, before later steps left only survivors.
 *
 * <pre>{@code
 * Optional<Importances> shares = Importances.of(analysis); // empty without two axes to tell apart
 * }</pre>
 *
 * <p>Trees and forests are package-private, with a fixed seed: equal results give equal shares.
 * This package must not know how shares are drawn or printed; {@code TestArchitecturePage} holds
 * the map of docs/architecture.md.
 */
package org.attune.sweeps.importance;
