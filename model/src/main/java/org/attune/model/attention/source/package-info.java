/**
 * Where queries, keys and values come from: the current token, or earlier ones.
 *
 * <p>Start with {@link Current}, then {@link PlusEarlier}, which adds an earlier token. {@link
 * Split} gives some heads the earlier token alone; {@link Earlier} is our control.
 *
 * <pre>{@code
 * attention.key: [current, {sum: {offset: 1}}]
 * }</pre>
 *
 * <p>A source is one linear map of tokens, with zeros before the sequence's start. It must not know
 * positions or scores, which come after it: {@code TestWalls} forbids circles.
 */
package org.attune.model.attention.source;
