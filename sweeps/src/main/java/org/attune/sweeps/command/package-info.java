/** Trials that run users' programs: how to declare, start, follow and end a program. */
package org.attune.sweeps.command;
