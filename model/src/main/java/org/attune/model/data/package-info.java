/**
 * Readers of the user's files from opened streams: texts and their tokens, images, arrays. They
 * refuse damaged files with the file's name and the location in it.
 */
package org.attune.model.data;
