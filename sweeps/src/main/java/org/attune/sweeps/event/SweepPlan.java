package org.attune.sweeps.event;

import java.util.Optional;
import org.attune.sweeps.identity.Replicates;

/**
 * The cells and seeds that a sweep was to run, at one time: an extension changes the plan.
 *
 * @param specText the spec's canonical text, which has its axes
 * @param replicates seeds per cell; empty if unknown
 * @param draw what decides, beside the axes, which cells a search draws. The text alone is the same
 *     for each budget, and the drawn cells are not. Empty if the axes decide alone
 */
public record SweepPlan(String specText, Optional<Replicates> replicates, Optional<String> draw) {}
