/** Maps from scores to scores and from weights to weights: convolution and head mixing. */
package org.attune.model.attention.score;
