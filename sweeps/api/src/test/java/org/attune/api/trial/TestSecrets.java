package org.attune.api.trial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A program that prints its secret in another spelling does not print it. */
class TestSecrets {

  private static final String SECRET = "p/ss\"w\\rd+ü &1";

  @Test
  void aSecretIsHiddenInEverySpelling() {
    byte[] bytes = SECRET.getBytes(UTF_8);
    String url = URLEncoder.encode(SECRET, UTF_8);
    List<String> spellings =
        List.of(
            SECRET,
            "p/ss\\\"w\\\\rd+ü &1",
            "p\\/ss\\\"w\\\\rd+ü &1",
            "p/ss\\\"w\\\\rd+\\u00fc &1",
            url,
            url.replace("+", "%20"),
            "p%2fss%22w%5crd%2b%c3%bc%20%261",
            HexFormat.of().formatHex(bytes),
            HexFormat.of().withUpperCase().formatHex(bytes));

    for (String spelling : spellings) {
      assertThat(hidden("key=" + spelling + "; done")).isEqualTo("key=***; done");
    }
  }

  @Test
  void aSecretIsHiddenInBase64BehindAnyUser() {
    for (String user : List.of("", "a", "ab", "abc", "somebody:")) {
      for (String behind : List.of("", "!", "!!", "!!!")) {
        byte[] text = (user + SECRET + behind).getBytes(UTF_8);
        for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
          String printed = hidden("Basic " + encoder.encodeToString(text));

          assertThat(printed).as("%s, %s", user, behind).contains("***");
          String left = printed.replace("Basic ", "").replace("***", "");
          assertThat(left.length())
              .isLessThanOrEqualTo(user.length() * 2 + behind.length() * 2 + 6);
        }
      }
    }
  }

  @Test
  void otherTextStays() {
    assertThat(hidden("loss 0.5, cGFzc3dvcmQ=, 70617373"))
        .isEqualTo("loss 0.5, cGFzc3dvcmQ=, 70617373");
  }

  private static String hidden(String text) {
    return new Secrets(new TreeMap<>(Map.of("KEY", SECRET))).hide(text);
  }
}
