/** Measurements of one training step, side by side with a peer. */
package org.attune.model.bench;
