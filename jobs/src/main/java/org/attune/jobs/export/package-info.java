/** Exports of a sweep's results to other programs' formats: LaTeX, Markdown, CSV, MLflow's runs. */
package org.attune.jobs.export;
