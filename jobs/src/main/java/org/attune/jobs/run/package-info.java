/** Runs of a sweep: the plan before, the checks, the launch on Spark, the rerun of one trial. */
package org.attune.jobs.run;
