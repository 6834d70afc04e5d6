package org.attune.sweeps.reuse;

import org.attune.api.storage.Storage;

/**
 * Where copies of other trials' checkpoints go.
 *
 * @param storage of the sweep that gets them
 * @param epoch of its driver
 */
public record Copies(Storage storage, int epoch) {}
