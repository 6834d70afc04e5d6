/** Norms of each head's output before the gate. */
package org.attune.model.attention.norm;
