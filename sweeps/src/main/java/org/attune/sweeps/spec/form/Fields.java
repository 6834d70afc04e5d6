package org.attune.sweeps.spec.form;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;

/** The values of a mapping with a fixed set of keys, such as {@code objective}. */
public final class Fields {

  private final Given whole;
  private final Map<String, Given> values = new HashMap<>();

  /**
   * Reads a mapping's keys.
   *
   * @param unknown what is wrong with a key that is not allowed
   */
  public Fields(Given whole, Collection<String> allowed, UnaryOperator<String> unknown) {
    this.whole = whole;
    for (Given.Member entry : whole.entries()) {
      if (allowed.contains(entry.key())) {
        values.put(entry.key(), entry.value());
      } else {
        entry.refuse(unknown.apply(entry.key()));
      }
    }
  }

  /** The message for an unknown key. */
  public static UnaryOperator<String> unknown(Collection<String> allowed) {
    return key ->
        "unknown key; allowed here: "
            + ShortList.near(key, allowed, Listing.KEYS)
            + Spelling.hint(key, allowed);
  }

  /** The mapping. */
  public Given whole() {
    return whole;
  }

  public Optional<Given> find(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** A key's value; the mapping, under the key's name, where the file does not have the key. */
  public Given at(String key) {
    return find(key)
        .orElseGet(
            () -> new Given(whole.problems(), whole.node(), Document.join(whole.path(), key)));
  }
}
