/** Statistical models of functions that are expensive to evaluate: Gaussian processes on arrays. */
package org.attune.sweeps.surrogate;
