/** The command line, one class per command, and the main class that {@code spark-submit} runs. */
package org.attune.jobs;
