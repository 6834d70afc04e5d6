/**
 * A sweep's published tables: Parquet files that the driver writes itself, and the manifest that
 * names the current ones.
 *
 * <p>{@code tables/<table>/<epoch>-<version>...rows} are data files, which never change once
 * written. {@code tables/manifests/<epoch>-<version>.json} names the data files that are the
 * tables, one manifest per publication. The file {@code current/<epoch>} of the journal's latest
 * epoch names the current manifest. Changing that file is the only step of a publication that
 * readers can see.
 */
package org.attune.cluster.table;
