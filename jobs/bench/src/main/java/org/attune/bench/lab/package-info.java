/** Simulated labs: the share of wrong discoveries, and how many true effects are found. */
package org.attune.bench.lab;
