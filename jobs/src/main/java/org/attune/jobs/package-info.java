/** The command line and the main class that {@code spark-submit} runs: one class per command. */
package org.attune.jobs;
