package org.attune.jobs;

/** A sweep file of two cells and a claim; its trials take one step. */
public final class TwoWidths {

  private TwoWidths() {}

  /** The file, with this number of seeds for each cell. */
  public static String file(int replicates) {
    return """
      sweep: two-widths
      task: {name: regression, validation-sets: 8}
      model: {kind: {kvq: {embedding: none, decoder-layers: 0}}, layers: 1, heads: 1, feed-forward: 8}
      train: {steps: 1, batch: 2}
      cells: {narrow: {model.width: 4}, wide: {model.width: 8}}
      replicates: %d
      objective: {metric: validation_loss, goal: minimize}
      claims:
        - {says: Width helps, cell: wide, is: below, of: narrow}
      """
        .formatted(replicates);
  }
}
