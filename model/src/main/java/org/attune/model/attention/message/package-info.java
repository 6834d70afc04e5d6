/** Queries, keys and values of tokens: patterns for recognition, and messages to read. */
package org.attune.model.attention.message;
