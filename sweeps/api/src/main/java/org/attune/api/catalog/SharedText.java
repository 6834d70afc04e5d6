package org.attune.api.catalog;

/**
 * Makes equal texts one object, because a sweep's trials repeat the same texts a million times. It
 * remembers a bounded number of texts; a text that it has forgotten merely takes more memory.
 */
public final class SharedText {

  private static final int ROOM = 1 << 14;

  /** A text is at the place that its hash gives; strings may be published without a lock. */
  private static final String[] TEXTS = new String[ROOM];

  private SharedText() {}

  /** A text equal to this one; the same object for equal texts while this class keeps them. */
  public static String of(String text) {
    int hash = text.hashCode();
    int place = (hash ^ hash >>> 16) & ROOM - 1;
    String known = TEXTS[place];
    if (text.equals(known)) {
      return known;
    }
    TEXTS[place] = text;
    return text;
  }
}
