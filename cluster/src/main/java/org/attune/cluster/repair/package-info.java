/**
 * Rebuilds the lost files of a sweep's directory: its journal from tables and results, its tables
 * from the journal.
 */
package org.attune.cluster.repair;
