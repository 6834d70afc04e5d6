/**
 * Executor slots: long-lived one-task Spark jobs that pull trials from the driver, run them and
 * report back, all by Spark's plugin messages.
 */
package org.attune.cluster.slot;
