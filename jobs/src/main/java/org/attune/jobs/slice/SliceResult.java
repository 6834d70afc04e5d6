package org.attune.jobs.slice;

import java.util.List;

/**
 * The work of one slice on an entry.
 *
 * @param done whether nothing of the entry is left
 * @param state in words
 * @param news the slice's decisions, a line each
 */
record SliceResult(boolean done, String state, List<String> news) {

  SliceResult {
    news = List.copyOf(news);
  }
}
