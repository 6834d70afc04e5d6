package org.attune.jobs.claims;

import java.util.Optional;
import org.attune.sweeps.analysis.PredictedClaims;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.verdict.Reproduction;

/**
 * A table as its claims were judged.
 *
 * @param key its name
 * @param scale of its sweep
 * @param spec its sweep file at the scale
 * @param sweep with its results
 * @param judged our numbers, with the verdicts
 * @param predicted the claims at the paper's size; empty without a stored ladder
 */
public record JudgedTable(
    String key,
    String scale,
    SweepSpec spec,
    SweepView sweep,
    Reproduction judged,
    Optional<PredictedClaims> predicted) {}
