/** Asking for trials and telling how they went, for programs that have a loop of their own. */
package org.attune.sweeps.study;
