/** Networks as DL4J layers: configuration, parameters in one flat view, forward and backward. */
package org.attune.model.layer;
