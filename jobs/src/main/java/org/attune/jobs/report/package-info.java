/** One page that shows a sweep: its data as JSON, and the page that draws it, offline. */
package org.attune.jobs.report;
