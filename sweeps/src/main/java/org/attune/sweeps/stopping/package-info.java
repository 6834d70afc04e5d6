/** Which trials are ended early: rules that see what running trials report. */
package org.attune.sweeps.stopping;
