package org.attune.model.attention.source;

import java.util.List;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;

/** Whether a source makes queries or keys. */
public enum Side {
  QUERY("attention.query", Declaration.needs(Feature.OWN_QUERY)),
  KEY("attention.key", Declaration.NOTHING);

  private final String axis;
  private final Declaration declaration;

  Side(String axis, Declaration declaration) {
    this.axis = axis;
    this.declaration = declaration;
  }

  /** Returns the declaration of this side's sources that use tokens other than the current one. */
  Declaration declares() {
    return declaration;
  }

  /** Returns the key of a setting of the side's sources. */
  String key(String setting) {
    return axis + "." + setting;
  }

  /** Refuses an offset that reaches before the start of every sequence. */
  List<String> limits(int offset, int length) {
    if (length == 1) {
      return List.of(
          axis + " has nothing to look back at in a context of 1 token: leave it at current");
    }
    return offset < length
        ? List.of()
        : List.of(
            "%s %d leaves nothing to look back at in a context of %d tokens: give less than %d"
                .formatted(key("offset"), offset, length, length));
  }
}
