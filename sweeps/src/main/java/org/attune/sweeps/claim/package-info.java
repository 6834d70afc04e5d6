/** A sweep's claims as data, and the verdicts on them from its results. */
package org.attune.sweeps.claim;
