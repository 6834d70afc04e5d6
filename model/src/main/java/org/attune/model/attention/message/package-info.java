/**
 * Queries, keys and values of tokens: patterns for recognition, and messages to read.
 *
 * <p>Start with {@link Separate}, each head's own keys and values. {@link Shared} ties groups of
 * heads, {@link Latent} and {@link Compressed} go through a narrow code, {@link Merged} has
 * patterns of full rank.
 *
 * <pre>{@code
 * attention.messages: [separate, latent, {shared: {group: 4}}]
 * }</pre>
 *
 * <p>A variant decides which matrices there are, so it decides what a cache must store: its Javadoc
 * says how much. It must not know weights or gates, which read its results: {@code TestWalls}
 * forbids circles.
 */
package org.attune.model.attention.message;
