/** Sweeps in virtual time: what one would take and find, from curves that are known or scripted. */
package org.attune.sweeps.simulation;
