package org.attune.jobs.mcp;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Spelling;
import org.attune.jobs.console.Refusal;

/** A tool's call that is refused, with the input that would do, or with what to call instead. */
final class RefusedCallException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int MOST_NAMES = 5;

  private final transient Refusal refusal;

  private RefusedCallException(Refusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  /** A refusal with its remedy. */
  static RefusedCallException of(String message, String fix) {
    return of(message, List.of(), fix);
  }

  private static RefusedCallException of(String message, List<String> allowed, String fix) {
    return new RefusedCallException(
        Refusal.of(Refusal.Code.WRONG_INPUT, message, allowed, Optional.of(fix)));
  }

  /**
   * A refusal of a word that is not among others.
   *
   * @param otherwise the remedy if no word is near
   */
  static RefusedCallException unknown(
      String message, String given, Collection<String> words, String otherwise) {
    List<String> allowed =
        words.size() > MOST_NAMES ? Spelling.nearest(given, words, MOST_NAMES) : List.copyOf(words);
    return of(message, allowed, Spelling.nearest(given, words).orElse(otherwise));
  }

  Refusal refusal() {
    return refusal;
  }
}
