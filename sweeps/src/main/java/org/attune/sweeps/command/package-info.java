/** Trials that are other people's programs: how one is declared, started, listened to and ended. */
package org.attune.sweeps.command;
