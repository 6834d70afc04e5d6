package org.attune.sweeps.claim;

import java.util.List;

/**
 * The sweep over sizes that a table names: where its differences lead at the paper's size.
 *
 * @param file the sweep's file
 * @param along the swept key or the final metric that is the size
 * @param at the paper's size, above 0
 * @param answers one for each claim that is judged as predicted
 */
public record Ladder(String file, String along, double at, List<Answer> answers) {

  /**
   * The two cells of the ladder that answer a claim of the table.
   *
   * @param says the claim's sentence
   * @param cell for the claim's cell
   * @param control for what the claim compares it with
   */
  public record Answer(String says, String cell, String control) {}

  public Ladder {
    answers = List.copyOf(answers);
  }
}
