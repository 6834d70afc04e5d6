/**
 * What can be configured, as plain data: every key with its type, range, default, results column
 * and source, and the values read back from a configuration.
 */
package org.attune.model.catalog;
