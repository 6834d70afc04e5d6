/** The words that trainings, sweeps and clusters share. */
package org.attune.api;
