/**
 * Executor slots: long-lived one-task Spark jobs that pull trials from the driver, run them and
 * report results. All messages are Spark plugin messages.
 */
package org.attune.cluster.slot;
