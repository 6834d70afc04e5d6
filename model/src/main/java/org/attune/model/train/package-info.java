/** Trains one trial: from a configuration and a seed to its metrics. */
package org.attune.model.train;
