/** Gates on the heads' outputs. */
package org.attune.model.attention.gate;
