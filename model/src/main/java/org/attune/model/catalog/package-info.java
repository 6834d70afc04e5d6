/**
 * The configurable parameters as plain data: every key with its type, range, default, results
 * column and source. Also reads values from a configuration.
 */
package org.attune.model.catalog;
