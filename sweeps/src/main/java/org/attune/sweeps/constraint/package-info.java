/** Which cells of a space may be run at all: expressions over parameters, in a small grammar. */
package org.attune.sweeps.constraint;
