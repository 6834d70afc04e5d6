package org.attune.model.contract;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Something that can be chosen, to put through the {@link Contract}.
 *
 * @param settings beside width and heads
 * @param parameters trainable numbers at {@link Shape#STATED}, counted by hand
 * @param derivative what its adjoint is the derivative of
 * @param shapes to run it at
 */
record Case(
    String name,
    Map<String, String> settings,
    long parameters,
    Derivative derivative,
    List<Shape> shapes) {

  /** What an adjoint is the derivative of. */
  enum Derivative {
    /** Of what a training pass computes, away from ties. */
    OF_TRAINING,
    /** Of what an evaluation computes: training moves state besides. */
    OF_EVALUATION,
    /** Of a stated surrogate beside which the values stand still. */
    OF_SURROGATE,
    /** Of surrogates within maps, which have their own proofs. */
    OF_PARTS
  }

  private static final Shape ONE = new Shape(2, 1, 1);
  private static final Shape ONE_OF_TWO = new Shape(2, 1, 2);
  private static final Shape ONE_HEAD = new Shape(1, 7, 1);
  private static final Shape MORE = new Shape(1, 7, 4);

  /** At length 1, odd lengths and with one head. */
  static Case of(String name, long parameters, String... settings) {
    return new Case(
        name,
        map(settings),
        parameters,
        Derivative.OF_TRAINING,
        List.of(ONE, Shape.STATED, ONE_HEAD));
  }

  /** The same of a family whose other members run at all shapes. */
  static Case ofOneShape(String name, long parameters, String... settings) {
    return of(name, parameters, settings).at(Shape.STATED);
  }

  /** The same where heads come in pairs. */
  static Case ofPairs(String name, long parameters, String... settings) {
    return of(name, parameters, settings).at(ONE_OF_TWO, Shape.STATED, MORE);
  }

  /** An option of an axis and settings below it. */
  static String[] under(String axis, String option, String... settings) {
    String[] all = new String[settings.length + 2];
    all[0] = axis;
    all[1] = option;
    for (int i = 0; i < settings.length; i += 2) {
      all[i + 2] = axis + "." + settings[i];
      all[i + 3] = settings[i + 1];
    }
    return all;
  }

  /** The same, also at lengths just beyond two and eight chunks of a state's kernel. */
  Case longToo() {
    return new Case(
        name,
        settings,
        parameters,
        derivative,
        Stream.concat(shapes.stream(), Stream.of(new Shape(1, 65, 2), new Shape(1, 257, 1)))
            .toList());
  }

  Case at(Shape... others) {
    return new Case(name, settings, parameters, derivative, List.of(others));
  }

  Case with(Derivative other) {
    return new Case(name, settings, parameters, other, shapes);
  }

  /** All settings at a shape. */
  Map<String, String> settings(Shape shape) {
    Map<String, String> all = new TreeMap<>(settings);
    all.putIfAbsent("model.heads", Integer.toString(shape.heads()));
    all.putIfAbsent("model.width", Integer.toString(shape.width()));
    return all;
  }

  private static Map<String, String> map(String... settings) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      map.put(settings[i], settings[i + 1]);
    }
    return map;
  }
}
