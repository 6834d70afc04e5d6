package org.attune.jobs;

import java.util.List;

/** Texts that are something else in one of the languages that results are written in. */
final class OddNames {

  static final List<String> ALL =
      List.of(
          "=cmd|'/C calc'!A0",
          "@SUM(1)",
          "a,b\"c\"",
          "two\nlines\r\nand\u2028more",
          "</script><script>window.injected=1</script>",
          "<img src=x onerror=window.injected=1>",
          "\\input{secret} $x$ 50% _under_ #1 & ~tilde^",
          "| --- | `code` [link](http://host/) **bold**",
          "日本語 λ ± é",
          "'; drop table trials; --",
          "../../escape",
          "${jndi:ldap://host/}");

  private OddNames() {}
}
