/** What a command is given: the sweep file with its data, or the directory of a sweep. */
package org.attune.jobs.sweep;
