package org.attune.cluster.spark;

import java.util.Optional;

/**
 * A column that a query names.
 *
 * @param name without its table
 * @param place where the query names it
 */
public record SqlColumn(String name, Optional<SqlPlace> place) {}
