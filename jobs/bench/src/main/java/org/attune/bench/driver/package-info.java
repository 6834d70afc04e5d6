/** Benchmarks of the platform's own costs, for {@code attune bench}. */
package org.attune.bench.driver;
