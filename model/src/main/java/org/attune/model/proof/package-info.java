/** Proofs on the spot: what a formula has to show before a sweep starts. */
package org.attune.model.proof;
