/** How attention knows order. */
package org.attune.model.attention.position;
