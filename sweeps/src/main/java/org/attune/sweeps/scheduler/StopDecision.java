package org.attune.sweeps.scheduler;

import org.attune.sweeps.event.Event;

/**
 * A stopping rule's decision.
 *
 * @param event to be journalled before the trial learns of it
 * @param pause whether the trial pauses instead of ending
 */
public record StopDecision(Event.Decided event, boolean pause) {}
