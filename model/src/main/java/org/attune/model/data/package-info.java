/**
 * The user's files, read from streams that someone opens: texts and their tokens, images, arrays.
 * What is spoiled is refused with the file's name and where in it.
 */
package org.attune.model.data;
