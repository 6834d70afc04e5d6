/**
 * What fills the class-data archive of {@code ./attune}: the usual commands, over sweeps that were
 * never trained.
 */
package org.attune.jobs.archive;
