/** Networks as DL4J layers: configuration, flat parameters, forward and backward passes. */
package org.attune.model.layer;
