package org.attune.model.primitive;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.model.primitive.StateRecurrence.Update;
import org.attune.model.program.Value;

class TestStateRecurrence extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
            new int[] {2, 2, 7, 3, 2}, // batch, heads, length, features, value columns
            new int[] {1, 1, 1, 2, 1},
            new int[] {1, 3, 4, 5, 5},
            new int[] {1, 1, 33, 1, 9}, // more than a chunk, and than a vector
            new int[] {1, 1, 67, 1, 1})
        .flatMap(
            s ->
                Stream.of(
                    of(s, Update.ADD, 0, false),
                    of(s, Update.ADD, 1, true),
                    of(s, Update.ADD, s[3], false),
                    of(s, Update.CORRECT, 0, true),
                    of(s, Update.CORRECT, 1, true)));
  }

  /** At the ends of chunks, in heads of one vector and a half: 12 features and value columns. */
  @Override
  Stream<Case> largeCases() {
    return IntStream.of(32, 33, 64, 65, 129, 257)
        .mapToObj(length -> new int[] {2, 2, length, 12, 12})
        .flatMap(s -> Stream.of(of(s, Update.ADD, s[3], true), of(s, Update.CORRECT, s[3], true)));
  }

  private static Case of(int[] s, Update update, int decays, boolean writes) {
    int rows = s[0] * s[2];
    int heads = s[1];
    List<Double> rates = IntStream.range(0, heads).mapToObj(h -> 1 - Math.pow(2, -2 - h)).toList();
    return of(
        "%s %s decays %d writes %s".formatted(update, Arrays.toString(s), decays, writes),
        s[0],
        p -> {
          Value k = matrix(p, "k", rows, heads * s[3]);
          return new StateRecurrence(
                  matrix(p, "q", rows, heads * s[3]),
                  Scale.scale(k, 0.4 / Math.sqrt(s[3])), // short keys: the delta rule contracts
                  matrix(p, "v", rows, heads * s[4]),
                  decays == 0
                      ? Optional.empty()
                      : Optional.of(open(matrix(p, "decay", rows, heads * decays))),
                  writes ? Optional.of(open(matrix(p, "write", rows, heads))) : Optional.empty(),
                  heads,
                  0.7,
                  rates,
                  update)
              .value();
        });
  }

  private static Value open(Value x) {
    return Apply.apply(Pointwise.SIGMOID, x);
  }
}
