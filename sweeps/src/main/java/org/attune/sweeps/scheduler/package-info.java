/**
 * Decides what a sweep does next, and runs the loop. It is pure Java with time and slots behind
 * interfaces, so the same code drives Spark, this process and simulated time.
 */
package org.attune.sweeps.scheduler;
