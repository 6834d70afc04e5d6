/** What a sweep's events add up to: trials, their attempts, and what is to be done with them. */
package org.attune.sweeps.state;
