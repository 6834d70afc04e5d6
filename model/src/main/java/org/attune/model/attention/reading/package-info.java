/** Ways to read values for queries by keys. */
package org.attune.model.attention.reading;
