/** What Spark's machine learning adds to the analysis of a sweep: a random forest's importances. */
package org.attune.jobs.analysis;
