/** What the platform itself costs: benchmarks of {@code attune bench}. */
package org.attune.cluster.bench;
