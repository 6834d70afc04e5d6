/**
 * Rebuilds what a sweep's directory lost: its journal from tables and results, its tables from it.
 */
package org.attune.cluster.repair;
