/** A statistical model of a function that is dear to evaluate: Gaussian processes on arrays. */
package org.attune.sweeps.surrogate;
