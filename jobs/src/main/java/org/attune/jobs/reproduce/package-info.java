/** The papers' tables run again, with a verdict on each claim. */
package org.attune.jobs.reproduce;
