/**
 * The pipeline of parts: the registry of all parts, and a layer of chosen ones.
 *
 * <p>Start with {@link Parts}: one line for each variant of each stage, and the first of a stage is
 * its default. Then read {@link Attention}, whose {@code attend} calls the stages in order, with
 * shapes.
 *
 * <pre>{@code
 * Attention layer = Attention.of(Configuration.of(tree, Map.of()), 0, 2); // of layer 0 of 2
 * List<Parameter> axes = Parts.axes();
 * }</pre>
 *
 * <p>Refusals of combinations follow from the parts' declarations: a rule about two parts does not
 * belong here. The packages of parts must not know this one, which lists them: {@code TestWalls}
 * forbids the circle.
 */
package org.attune.model.attention.pipeline;
