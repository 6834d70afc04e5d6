/**
 * Attune's classes that the daemons of Spark's standalone cluster load.
 *
 * <p>Start with {@link PageFilter}: Spark serves a daemon's pages without a login, and this filter
 * answers requests from other websites with 403. {@link JakartaPageFilter} is the same for Spark 4.
 *
 * <pre>{@code
 * spark.ui.filters=org.attune.cluster.standalone.PageFilter
 * }</pre>
 *
 * <p>The names are in settings of daemons, so they stay. A daemon has Spark's jars alone: this
 * package must not know any other of Attune, and {@code TestArchitecturePage} holds the map of
 * docs/architecture.md, in which it stands apart.
 */
package org.attune.cluster.standalone;
