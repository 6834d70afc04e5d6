/**
 * A sweep's source of truth: an append-only journal of events, one file for each driver's epoch.
 *
 * <p>Start with {@link SweepJournal}, open in the one driver that holds the latest epoch. {@code
 * Frames} has the layout of the bytes and {@code EventCodec} the JSON in them. {@code Opening}
 * fences earlier drivers; {@code Evidence} refuses a journal that has lost acknowledged events.
 *
 * <pre>{@code
 * try (SweepJournal journal = SweepJournal.open(storage, header, false)) {
 *   SweepView past = SweepJournal.read(storage); // also while a driver writes
 * }
 * }</pre>
 *
 * <p>The loop acts on an event after {@code force} returned, never before. Read
 * docs/architecture.md, "What survives what", before you change an order of writes here; {@code
 * TestCrashes} replays each crash.
 *
 * <p>This package must not know the scheduler or where files lie: it writes through {@code
 * api.storage}, and {@code TestArchitecturePage} holds the map.
 */
package org.attune.sweeps.journal;
