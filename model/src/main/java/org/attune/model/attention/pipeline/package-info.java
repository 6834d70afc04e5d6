/**
 * The pipeline of parts: {@link Parts} lists all parts, and {@link Attention} is a layer of chosen
 * ones.
 */
package org.attune.model.attention.pipeline;
