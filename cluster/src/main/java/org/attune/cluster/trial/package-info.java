/**
 * Presents the model's parts to sweeps as a catalog of axes, and runs a trial as a training of the
 * model.
 */
package org.attune.cluster.trial;
