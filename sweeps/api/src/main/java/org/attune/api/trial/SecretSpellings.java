package org.attune.api.trial;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The ways in which programs write a secret: plain, in JSON, in an address, in hexadecimal digits
 * and in Base64. In Base64 a secret looks different after 0, 1 and 2 bytes of a longer text, such
 * as {@code user:secret}; the characters that depend on its neighbours are left out.
 */
final class SecretSpellings {

  private static final int BITS = 6; // of a character in Base64
  private static final int GROUP = 3; // bytes that Base64 encodes together

  private SecretSpellings() {}

  static Stream<String> of(String secret) {
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    String url = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    String path = url.replace("+", "%20");
    String hex = HexFormat.of().formatHex(bytes);
    String json = json(secret, false);
    return Stream.of(
            Stream.of(secret, json, json.replace("/", "\\/"), json(secret, true)),
            Stream.of(url, path, lowerEscapes(url), lowerEscapes(path)),
            Stream.of(hex, hex.toUpperCase(Locale.ROOT)),
            base64(bytes).stream())
        .flatMap(spellings -> spellings)
        .distinct();
  }

  private static String json(String secret, boolean ascii) {
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < secret.length(); i++) {
      char c = secret.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '\t' -> json.append("\\t");
        case '\b' -> json.append("\\b");
        case '\f' -> json.append("\\f");
        default ->
            json.append(c < ' ' || (ascii && c > '~') ? "\\u%04x".formatted((int) c) : "" + c);
      }
    }
    return json.toString();
  }

  /** An address with {@code %2f} in place of {@code %2F}. */
  private static String lowerEscapes(String url) {
    StringBuilder lower = new StringBuilder(url);
    for (int i = lower.indexOf("%"); i >= 0; i = lower.indexOf("%", i + 1)) {
      lower.replace(i, i + 3, lower.substring(i, i + 3).toLowerCase(Locale.ROOT));
    }
    return lower.toString();
  }

  private static List<String> base64(byte[] secret) {
    return Stream.of(Base64.getEncoder(), Base64.getUrlEncoder())
        .flatMap(
            encoder ->
                Stream.of(0, 1, 2)
                    .map(
                        before -> {
                          byte[] all = new byte[before + secret.length + GROUP];
                          System.arraycopy(secret, 0, all, before, secret.length);
                          int from = (before * Byte.SIZE + BITS - 1) / BITS;
                          int to = (before + secret.length) * Byte.SIZE / BITS;
                          return encoder.encodeToString(all).substring(from, to);
                        }))
        .toList();
  }
}
