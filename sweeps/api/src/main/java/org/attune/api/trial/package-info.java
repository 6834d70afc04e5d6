/** The inputs and outputs of whatever runs trials, common to every kind of work and slot. */
package org.attune.api.trial;
