/** The truth about a sweep: an append-only journal of events, one file for each driver epoch. */
package org.attune.sweeps.journal;
