/**
 * The costs of the platform itself: messages, journal, envelopes and tables, without any training.
 *
 * <p>Start with {@link DispatchBench}, the cost of a trial that does nothing. {@link JournalBench}
 * counts durable records, {@link ScaleBench} runs a driver at its limits, {@link ConcurrencyBench}
 * a thousand trials at a time.
 *
 * <pre>{@code
 * ./attune bench dispatch
 * ./attune bench journal
 * }</pre>
 *
 * <p>The journal and the tables are the real ones; slots or time may be simulated, and the name of
 * a figure says so. This package must not know {@code bench.search} or {@code bench.race}, and
 * {@code TestWalls} forbids a circle with {@code bench}.
 */
package org.attune.bench.driver;
