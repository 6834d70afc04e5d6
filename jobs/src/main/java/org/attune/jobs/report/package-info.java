/** The HTML report of a sweep: its data as JSON, and the page that draws the data offline. */
package org.attune.jobs.report;
