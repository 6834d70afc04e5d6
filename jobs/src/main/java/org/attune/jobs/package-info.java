/** The command line and the main class that {@code spark-submit} runs. */
package org.attune.jobs;
