/** Trials that other sweeps have trained, and that a sweep adopts. */
package org.attune.sweeps.reuse;
