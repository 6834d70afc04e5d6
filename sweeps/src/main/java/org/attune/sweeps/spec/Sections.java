package org.attune.sweeps.spec;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The top-level keys of a sweep file that are not parameters. */
final class Sections {

  static final Set<String> NAMES =
      Collections.unmodifiableSet(
          new LinkedHashSet<>(
              List.of(
                  "sweep",
                  "seed",
                  "scale",
                  "scales",
                  "cells",
                  EqualParameters.KEY,
                  "axes",
                  "constraints",
                  "search",
                  "try-first",
                  "replicates",
                  ObjectivesReader.ONE,
                  ObjectivesReader.SEVERAL,
                  "stop",
                  "budget",
                  "execution",
                  "claims",
                  "table")));

  private Sections() {}
}
