package org.attune.model.attention.source;

import java.util.List;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;

/** Whose source it is. */
public enum Side {
  QUERY("attention.query", Declaration.needs(Feature.OWN_QUERY)),
  KEY("attention.key", Declaration.NOTHING);

  private final String axis;
  private final Declaration declaration;

  Side(String axis, Declaration declaration) {
    this.axis = axis;
    this.declaration = declaration;
  }

  /** What a source of this side says of itself that takes other tokens than the current. */
  Declaration declares() {
    return declaration;
  }

  /** The key of a setting of the side's sources. */
  String key(String setting) {
    return axis + "." + setting;
  }

  /** Refuses to look back over the start of every sequence. */
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
