package org.attune.sweeps.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small file whose last line contains {@code sha256} and the digest of the lines before it.
 *
 * <p>Earlier versions of Attune wrote such files without this line.
 *
 * @param text without the last line
 * @param checked whether the file has this line
 */
public record CheckedText(String text, boolean checked) {

  private static final String LABEL = "sha256 ";
  private static final Pattern END = Pattern.compile("\n" + LABEL + "([0-9a-f]{64})\n");
  private static final int END_BYTES = 1 + LABEL.length() + 64 + 1;

  /** The file's content for a text. */
  public static byte[] encode(String text) {
    return (text + "\n" + LABEL + Digest.of(text.getBytes(UTF_8)).sha256() + "\n").getBytes(UTF_8);
  }

  /**
   * Decodes a file's content. A text without the last line is returned whole. Its reader must then
   * refuse any unknown content, because the last line may exist in damaged form.
   *
   * @return empty if the text does not match the digest
   */
  public static Optional<CheckedText> decode(byte[] content) {
    int length = Math.max(0, content.length - END_BYTES);
    Matcher end = END.matcher(new String(content, length, content.length - length, UTF_8));
    if (!end.matches()) {
      return Optional.of(new CheckedText(new String(content, UTF_8), false));
    }
    byte[] text = Arrays.copyOf(content, length);
    return Digest.of(text).sha256().equals(end.group(1))
        ? Optional.of(new CheckedText(new String(text, UTF_8), true))
        : Optional.empty();
  }
}
