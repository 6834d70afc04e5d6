/**
 * What a sweep is, without an engine: specification, search space, trial state machine, journal
 * format, row types and statistics. Knows neither Spark nor Hadoop nor DL4J.
 */
package org.attune.sweeps;
