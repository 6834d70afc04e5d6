package org.attune.model.task;

/** A text that is written by rules, in ASCII. */
interface WrittenText {

  /** Writes the text, as far as a number of characters. A longer one begins with a shorter one. */
  String write(int characters);

  /**
   * Writes another text of the same language.
   *
   * @param number which text; the same number gives the same text
   */
  String another(int characters, long number);

  /** The bits of a byte that no reader of the text before it can know; NaN if that is unknown. */
  double bitsPerByte(String text);
}
