package org.attune.sweeps.spec;

import java.util.List;
import java.util.Map;
import org.attune.sweeps.catalog.AxisCatalog;

final class SpecReader {
  SpecReader(String file, AxisCatalog catalog) {}

  SweepSpec read(String yaml, Map<String, String> overrides) throws SpecException {
    throw new SpecException(List.of());
  }
}
