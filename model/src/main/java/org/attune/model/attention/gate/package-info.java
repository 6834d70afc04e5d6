/** Gates on what the heads read. */
package org.attune.model.attention.gate;
