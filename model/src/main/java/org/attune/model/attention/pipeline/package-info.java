/**
 * What a configuration makes of all parts: {@link Parts} lists them, {@link Attention} is a layer.
 */
package org.attune.model.attention.pipeline;
