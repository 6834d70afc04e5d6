package org.attune.model.task;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes a text with something to learn at every distance. Word frequencies of the made-up language
 * fall off. Verbs agree with their subject in number. Sentences go on about the subject of the
 * paragraph, and each paragraph ends by naming that subject again.
 */
final class Chronicle implements WrittenText {

  private static final String[] ONSETS = {
    "b", "br", "d", "dr", "f", "g", "gl", "h", "k", "l", "m", "n", "p", "pr", "r", "s", "st", "t",
    "tr", "v", "w"
  };
  private static final String[] VOWELS = {"a", "e", "i", "o", "u", "ai", "ou"};
  private static final String[] CODAS = {"", "", "n", "r", "s", "l", "m", "th", "nd"};

  private final long seed;
  private SplittableRandom random;
  private final List<String> names;
  private final List<String> nouns;
  private final List<String> verbs;
  private final List<String> qualities;

  private static final long ANOTHER = 0x7E87;

  Chronicle(long seed) {
    this.seed = seed;
    random = new SplittableRandom(seed);
    names = words(40, 2).stream().map(Chronicle::capital).toList();
    nouns = words(120, 2);
    verbs = words(60, 1);
    qualities = words(60, 2);
  }

  @Override
  public String write(int characters) {
    return new Chronicle(seed).written(characters);
  }

  @Override
  public String another(int characters, long number) {
    Chronicle chronicle = new Chronicle(seed);
    chronicle.random = new SplittableRandom(new SplittableRandom(number ^ ANOTHER).nextLong());
    return chronicle.written(characters);
  }

  @Override
  public double bitsPerByte(String text) {
    return Double.NaN;
  }

  private String written(int characters) {
    StringBuilder text = new StringBuilder(characters + 1000);
    while (text.length() < characters) {
      paragraph(text);
    }
    return text.substring(0, characters);
  }

  private void paragraph(StringBuilder text) {
    String hero = common(names);
    String thing = common(nouns);
    boolean many = random.nextInt(3) == 0;
    String subject = many ? hero + " and " + common(names) : hero;
    text.append(subject);
    predicate(text, many, thing);
    int sentences = 2 + random.nextInt(4);
    for (int i = 0; i < sentences; i++) {
      switch (random.nextInt(3)) {
        case 0 -> {
          text.append(many ? "They" : "She");
          predicate(text, many, thing);
        }
        case 1 -> {
          text.append("The ").append(thing).append(" of ").append(hero);
          predicate(text, false, common(nouns));
        }
        default -> {
          boolean those = random.nextBoolean();
          text.append(those ? "All the " : "One ").append(common(qualities)).append(' ');
          text.append(common(nouns)).append(those ? "s" : "");
          predicate(text, those, thing);
        }
      }
    }
    text.append("So it was with ").append(subject).append(".\n");
  }

  private void predicate(StringBuilder text, boolean many, String object) {
    text.append(' ').append(common(verbs)).append(many ? "en" : "s");
    text.append(random.nextBoolean() ? " the " : " a ");
    if (random.nextInt(3) == 0) {
      text.append(common(qualities)).append(' ');
    }
    text.append(object).append(". ");
  }

  /** Draws a word from a list: it draws the n-th about 1/n as often as the first. */
  private String common(List<String> words) {
    double u = random.nextDouble();
    return words.get((int) (Math.pow(words.size() + 1.0, u) - 1));
  }

  private List<String> words(int count, int syllables) {
    List<String> all = new ArrayList<>();
    while (all.size() < count) {
      StringBuilder word = new StringBuilder();
      for (int i = 0; i < syllables; i++) {
        word.append(any(ONSETS)).append(any(VOWELS));
      }
      word.append(any(CODAS));
      if (!all.contains(word.toString())) {
        all.add(word.toString());
      }
    }
    return all;
  }

  private String any(String[] from) {
    return from[random.nextInt(from.length)];
  }

  private static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
