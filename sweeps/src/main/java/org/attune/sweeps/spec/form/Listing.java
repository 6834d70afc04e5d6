package org.attune.sweeps.spec.form;

import org.attune.api.catalog.Domain;
import org.attune.api.catalog.ShortList;

/** Names, in messages, the command that lists what a message has no room for. */
public final class Listing {

  /** Lists every key of a sweep file. */
  public static final String KEYS = "'attune schema'";

  private static final String TASK = "task";

  private Listing() {}

  /** The command that lists a parameter, its options and their settings. */
  public static String of(String key) {
    if (key.equals(TASK)) {
      return "'attune list tasks'";
    }
    return "'attune list %s %s'".formatted(key.startsWith(TASK + ".") ? "tasks" : "axes", key);
  }

  /** The values of a domain; of a choice the first, if it has many. */
  public static String values(String key, Domain domain) {
    return domain instanceof Domain.Choice choice
        ? "one of " + ShortList.of(choice.names(), of(key))
        : domain.describe();
  }
}
