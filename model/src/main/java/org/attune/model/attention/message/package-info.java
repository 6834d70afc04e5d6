/** What tokens become for attention: patterns to be recognised by, and messages to be read. */
package org.attune.model.attention.message;
