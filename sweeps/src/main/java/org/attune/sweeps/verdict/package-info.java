/**
 * A sweep's claims beside its results: when each was stated, what the journal has of it, the
 * verdicts.
 */
package org.attune.sweeps.verdict;
