/** A sweep's source of truth: an append-only journal of events, one file per driver epoch. */
package org.attune.sweeps.journal;
