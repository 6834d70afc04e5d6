/** How queries read values out by keys. */
package org.attune.model.attention.reading;
