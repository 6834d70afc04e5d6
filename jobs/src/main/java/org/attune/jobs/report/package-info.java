/** What a finished sweep shows: analysis, fronts, claims and their verdicts, one page of HTML. */
package org.attune.jobs.report;
