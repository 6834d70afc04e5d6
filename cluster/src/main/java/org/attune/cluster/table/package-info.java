/**
 * A sweep's published tables: Parquet files that the driver writes itself, and the manifest that
 * says which of them hold the tables now.
 *
 * <p>{@code tables/<table>/<epoch>-<version>...parquet} are data files, never changed once written;
 * {@code tables/manifests/<epoch>-<version>.json} says which of them are the tables, one for each
 * publish. The file {@code current/<epoch>} of the journal's latest epoch names the manifest in
 * force; moving it is the one step of a publish that readers can see.
 */
package org.attune.cluster.table;
