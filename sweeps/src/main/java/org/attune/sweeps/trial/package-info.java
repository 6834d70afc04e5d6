/** What runs a trial is given and gives back: the same for every kind of work and of slot. */
package org.attune.sweeps.trial;
