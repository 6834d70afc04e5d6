/** Attention weights from scores. */
package org.attune.model.attention.weights;
