package org.attune.sweeps.state;

import java.time.Instant;

/**
 * When the journal first stated a claim.
 *
 * @param at the time on the driver's clock
 * @param before whether no trial had reported a number by then, in the order of the journal's
 *     events
 */
public record ClaimStatement(Instant at, boolean before) {}
