/** Position encodings. */
package org.attune.model.attention.position;
