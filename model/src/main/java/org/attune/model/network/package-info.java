/** Whole networks, described as programs from a batch's features to its loss. */
package org.attune.model.network;
