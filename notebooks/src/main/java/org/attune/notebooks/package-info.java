/**
 * What guards the notes' server: who may ask it, and for what.
 *
 * <p>Start with {@link Gate}, the only class: a request must name this machine as its host, come
 * from no page of another origin, and ask for something that readers need.
 *
 * <pre>{@code
 * notebooks/zeppelin
 * }</pre>
 *
 * <p>Zeppelin loads the class as a servlet filter, beside its own jars. So this module must not
 * know any other of Attune: its pom has none of them.
 */
package org.attune.notebooks;
