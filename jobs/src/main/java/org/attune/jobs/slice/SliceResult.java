package org.attune.jobs.slice;

import java.util.List;

/**
 * What a slice did of an entry.
 *
 * @param done whether nothing of it is left
 * @param state in words
 * @param news what it decided, a line each
 */
record SliceResult(boolean done, String state, List<String> news) {

  SliceResult {
    news = List.copyOf(news);
  }
}
