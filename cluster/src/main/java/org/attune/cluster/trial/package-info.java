/**
 * Shows the model's parts to sweeps as an axis catalogue, and runs a trial as a training of the
 * model.
 */
package org.attune.cluster.trial;
