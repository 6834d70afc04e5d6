/** What guards the notes' server: who may ask it, and for what. */
package org.attune.notebooks;
