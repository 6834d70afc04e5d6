/** {@code attune bench}: the measurements behind the figures of the docs. */
package org.attune.bench;
