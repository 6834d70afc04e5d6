package org.attune.model.cuda.device;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What tells a GPU, or a MIG instance of one, from all others of its machine.
 *
 * @param uuid 32 hexadecimal digits in five groups, in lower case: {@code
 *     8932f937-d72c-4106-c12f-20bd9faed9f6}
 * @param bus PCI address of the GPU: {@code 00000000:3b:00.0}
 */
public record CardId(String uuid, String bus) {

  private static final Pattern BUS =
      Pattern.compile("(?:([0-9a-f]{4,8}):)?([0-9a-f]{2}):([0-9a-f]{2})\\.([0-7])");
  private static final Pattern UUID = Pattern.compile("(?:gpu-|mig-)?([0-9a-f]{8}[0-9a-f-]*)");

  /**
   * Reads an identity as NVIDIA's libraries print it.
   *
   * @param uuid with or without {@code GPU-} or {@code MIG-}
   * @param bus with four or eight digits of the domain, in any case
   */
  public static CardId of(String uuid, String bus) {
    return new CardId(uuidIn(uuid).orElse(uuid), busIn(bus).orElse(bus));
  }

  /** The PCI address that a text is, with eight digits of the domain; empty if it is none. */
  static Optional<String> busIn(String text) {
    Matcher found = BUS.matcher(text.strip().toLowerCase(Locale.ROOT));
    return found.matches()
        ? Optional.of(
            "%8s:%s:%s.%s"
                .formatted(
                    found.group(1) == null ? "0" : found.group(1),
                    found.group(2),
                    found.group(3),
                    found.group(4))
                .replace(' ', '0'))
        : Optional.empty();
  }

  /** The UUID, or beginning of one, that a text is, without {@code GPU-}; empty if it is none. */
  static Optional<String> uuidIn(String text) {
    Matcher found = UUID.matcher(text.strip().toLowerCase(Locale.ROOT));
    return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
