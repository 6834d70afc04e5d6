/**
 * A sweep's published tables: Parquet files that the driver writes itself, and the manifest that
 * names the current ones.
 *
 * <p>Start with {@link TablePublisher}; each publication is one consistent state of all tables.
 * {@link ManifestReader} finds the current manifest, {@link WholeTable} writes one table as one
 * file.
 *
 * <pre>{@code
 * Optional<Manifest> current = new ManifestReader(storage).read();
 * }</pre>
 *
 * <p>{@code tables/<table>/<epoch>-<version>...rows} are data files, which never change once
 * written. {@code tables/manifests/<epoch>-<version>.json} names the data files that are the
 * tables, one manifest per publication. The file {@code current/<epoch>} of the journal's latest
 * epoch names the current manifest. Changing that file is the only step of a publication that
 * readers can see.
 *
 * <p>This package must not know Spark: tests and exports use it without a session. {@code
 * TestArchitecturePage} holds the map, in which it knows no other package of {@code cluster}.
 */
package org.attune.cluster.table;
