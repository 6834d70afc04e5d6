/** Sources of queries, keys and values. */
package org.attune.model.attention.source;
