/** The Spark session of a command: its jars, its secrets, BLAS, and a watch on the master. */
package org.attune.jobs.session;
