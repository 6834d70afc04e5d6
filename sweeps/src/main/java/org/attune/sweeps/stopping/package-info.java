/** Stopping rules: they observe running trials' reports and end trials early. */
package org.attune.sweeps.stopping;
