/**
 * {@code attune reproduce}: tables of papers run again, with a verdict on each claim and a page for
 * each table. Start at {@link org.attune.papers.reproduce.ReproduceCommand}. The tables come from
 * {@code session.KnownPapers}, whoever's jar has them; the record that {@code claims verify} checks
 * is in {@code org.attune.jobs.claims}.
 */
package org.attune.papers.reproduce;
