/**
 * What all commands share at the terminal: exit codes, errors for users, tables, JSON, signals, the
 * log.
 */
package org.attune.jobs.console;
