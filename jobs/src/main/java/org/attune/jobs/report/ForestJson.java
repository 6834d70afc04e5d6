package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;

import java.util.List;
import org.attune.jobs.console.Shape;
import org.attune.sweeps.importance.Importances;

/** Importances as JSON, for programs. */
final class ForestJson {

  private static final Shape<Importances.AxisImportance> AXIS =
      Shape.<Importances.AxisImportance>of(Importances.AxisImportance.class)
          .with("axis", TEXT, Importances.AxisImportance::axis)
          .with("share", NUMBER, Importances.AxisImportance::share)
          .with("p_adjusted", NUMBER, Importances.AxisImportance::probability)
          .with("p_is_least", FLAG, Importances.AxisImportance::least)
          .with("shown", FLAG, Importances.AxisImportance::shown);

  static final Shape<Importances> SHAPE =
      Shape.<Importances>of(Importances.class)
          .with("exact", FLAG, Importances::exact)
          .with("cells", WHOLE, Importances::cells)
          .with("out_of_bag_r2", NUMBER, Importances::fit)
          .with("chance", NUMBER, Importances::chance)
          .with("useful", FLAG, Importances::useful)
          .with("axes", list(AXIS), Importances::axes)
          .with(
              "notes",
              list(TEXT),
              importances -> importances.useful() ? ForestNotes.of(importances) : List.of());

  private ForestJson() {}
}
