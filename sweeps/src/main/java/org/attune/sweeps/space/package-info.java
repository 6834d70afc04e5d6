/** The cells that a sweep's axes span. */
package org.attune.sweeps.space;
