/** Maps of scores to scores and of weights to weights: convolution and head mixing. */
package org.attune.model.attention.score;
