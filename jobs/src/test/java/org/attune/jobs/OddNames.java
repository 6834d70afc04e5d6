package org.attune.jobs;

import java.util.List;
import java.util.regex.Pattern;

/** Texts that are something else in one of the languages that results are written in. */
public final class OddNames {

  public static final List<String> ALL =
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

  /** What a terminal shows as something else than a sign: an answer in lines has none of it. */
  public static final Pattern UNSEEN = Pattern.compile("[\\p{Cntrl}\\u2028&&[^\\n]]");

  private OddNames() {}

  /** A name as it is in a CSV file: no spreadsheet takes it for a formula. */
  public static String withoutFormula(String name) {
    return name.startsWith("=") || name.startsWith("@") ? "'" + name : name;
  }

  /** What Markdown and LaTeX can show of a name. */
  public static String oneLine(String name) {
    return name.replaceAll("[\\p{Cntrl}\\u2028]+", " ");
  }
}
