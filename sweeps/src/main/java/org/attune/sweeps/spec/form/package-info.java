/**
 * How a value of a sweep file may be written. Each form is declared once; the reader, the JSON
 * Schema and the table of keys in {@code docs/sweep-file.md} follow from it.
 *
 * <p>Start with {@link Key}, and {@link Form} beside it. {@link Document} parses YAML into nodes
 * with lines, {@link Given} is one of them with its path, and {@link Problems} collects what is
 * wrong, so that one {@link SpecException} reports all of it.
 *
 * <pre>{@code
 * Key<Integer> layers = new Key<>("layers", Form.count(1, 64), "number of blocks");
 * Problems problems = new Problems("sweep.yaml");
 * MappingNode root = new Document(problems).parse("layers: 0").orElseThrow();
 * Fields fields = Key.fields(new Given(problems, root, ""), List.of(layers), List.of("layers"));
 * layers.in(fields); // empty; throwIfAny then names file, line, key and range
 * }</pre>
 *
 * <p>This package must not know any other package of {@code sweeps}: it says how a value is
 * written, not what a sweep does with it. {@code TestWalls} forbids the circle.
 */
package org.attune.sweeps.spec.form;
