package org.attune.sweeps.state;

import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Draws two different values that are easily taken for one. */
public final class AlikeValues {

  private AlikeValues() {}

  public static List<String> pair(Random random) {
    String word = word(random);
    long number = 1_000_000L + random.nextInt(1_000_000_000);
    return switch (random.nextInt(8)) {
      case 0 -> List.of(String.valueOf(number), String.valueOf(number + 1));
      case 1 -> {
        double value = random.nextDouble();
        yield List.of(Double.toString(value), Double.toString(Math.nextUp(value)));
      }
      case 2 -> List.of(word, word.toUpperCase(Locale.ROOT));
      case 3 -> List.of(word + " " + word, word + "  " + word);
      case 4 -> List.of(word, word + " ");
      case 5 -> List.of(number + ".0", number + ".00");
      case 6 -> List.of("0" + number, String.valueOf(number));
      default -> List.of(number + "e3", number + "000");
    };
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }
}
