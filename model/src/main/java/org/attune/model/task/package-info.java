/**
 * What networks are trained on: tasks make their own data by seed or read what is opened for them.
 */
package org.attune.model.task;
