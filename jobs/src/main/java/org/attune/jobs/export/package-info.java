/** A sweep's results in other programs' formats: LaTeX, Markdown, CSV, MLflow's run folders. */
package org.attune.jobs.export;
