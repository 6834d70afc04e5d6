/**
 * What a sweep does next, and the loop that does it: pure Java, with time and slots behind
 * interfaces, so that the same code drives Spark, this process and simulated time.
 */
package org.attune.sweeps.scheduler;
