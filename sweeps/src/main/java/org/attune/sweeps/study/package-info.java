/** The ask/tell interface to sweeps, for programs with a loop of their own. */
package org.attune.sweeps.study;
