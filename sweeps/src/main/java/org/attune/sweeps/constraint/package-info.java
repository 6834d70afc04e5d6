/** Constraints on the cells that may run: expressions over parameters, in a small grammar. */
package org.attune.sweeps.constraint;
