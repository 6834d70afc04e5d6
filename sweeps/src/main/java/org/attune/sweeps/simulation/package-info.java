/** Sweeps in virtual time: predicts a sweep's duration and result from known or scripted curves. */
package org.attune.sweeps.simulation;
