/**
 * A sweep's published tables: Parquet files that the driver writes itself, and the manifest that
 * says which of them hold the tables now.
 *
 * <p>Under {@code tables/} lie the data files of every table, {@code <table>/<epoch>-<version>...},
 * never changed once written; one manifest for each publish, {@code epoch-<N>/<version>.json}; and
 * for each driver epoch the file {@code epoch-<N>/CURRENT} that names the manifest in force. Moving
 * {@code CURRENT} is the one step that readers can see.
 */
package org.attune.cluster.table;
