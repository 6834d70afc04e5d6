/** The state resulting from a sweep's events: trials and their attempts. */
package org.attune.sweeps.state;
