/** What queries, keys and values are made from. */
package org.attune.model.attention.source;
