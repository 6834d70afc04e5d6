/** The checks that a formula must pass before a sweep starts. */
package org.attune.model.proof;
