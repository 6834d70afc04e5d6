/**
 * Exports of a sweep's results to other programs' formats: LaTeX, Markdown, CSV, MLflow's run
 * folders.
 */
package org.attune.jobs.export;
