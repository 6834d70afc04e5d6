package org.attune.model.formula;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a formula in its canonical form. Operands of sums and products are in one order, with one
 * space around signs. Brackets appear only if needed, and labels only if a learned term is used
 * twice.
 *
 * @param labels labels of learned terms to show; others have none
 */
record CanonicalFormula(Map<String, String> labels) {

  private static final int EITHER = 0;
  private static final int BOTH = 1;
  private static final int NEGATION = 2;
  private static final int COMPARISON = 3;
  private static final int SUM = 4;
  private static final int PRODUCT = 5;
  private static final int POWER = 6;
  private static final int LEAF = 7;

  /** Returns the text of a whole formula. */
  static String of(Term term) {
    Map<String, Integer> uses = new LinkedHashMap<>();
    count(term, uses);
    Map<String, String> labels = new HashMap<>();
    uses.forEach(
        (label, count) -> {
          if (count > 1) {
            labels.put(label, letter(labels.size()));
          }
        });
    return new CanonicalFormula(labels).text(term, EITHER);
  }

  /** Returns the text without labels, by which operands are ordered. */
  static String order(Term term) {
    return new CanonicalFormula(Map.of()).text(term, EITHER);
  }

  /** Returns a text that distinguishes all learned terms: only identical terms have equal texts. */
  static String identity(Term term) {
    Map<String, String> names = new HashMap<>();
    term.learned().forEach(l -> names.put(l.name(), l.name()));
    return new CanonicalFormula(names).text(term, EITHER);
  }

  private static void count(Term term, Map<String, Integer> uses) {
    if (term.word() == Word.LINEAR || term.word() == Word.LEARNED) {
      uses.merge(term.name(), 1, Integer::sum);
    }
    term.arguments().forEach(a -> count(a, uses));
  }

  private static String letter(int i) {
    return i < 26 ? Character.toString('a' + i) : "a" + i;
  }

  private String text(Term term, int around) {
    int level = level(term);
    String text = bare(term);
    return level < around ? "(" + text + ")" : text;
  }

  private static int level(Term term) {
    return switch (term.word()) {
      case OR -> EITHER;
      case AND -> BOTH;
      case NOT -> NEGATION;
      case LESS, AT_MOST, EQUAL -> COMPARISON;
      case SUM -> SUM;
      case PRODUCT, REMAINDER -> PRODUCT;
      case POWER -> POWER;
      case NUMBER -> term.number() < 0 ? SUM : LEAF;
      default -> LEAF;
    };
  }

  private String bare(Term term) {
    return switch (term.word()) {
      case NUMBER -> number(term.number());
      case INPUT -> term.name();
      case SUM -> chain(term, " + ", " - ", PRODUCT, "-");
      case PRODUCT -> chain(term, " * ", " / ", POWER, "1 / ");
      case REMAINDER -> binary(term, "%", PRODUCT, POWER);
      case POWER -> binary(term, "**", LEAF, POWER);
      case LESS -> binary(term, "<", SUM, SUM);
      case AT_MOST -> binary(term, "<=", SUM, SUM);
      case EQUAL -> binary(term, "==", SUM, SUM);
      case AND -> binary(term, "and", BOTH, NEGATION);
      case OR -> binary(term, "or", EITHER, BOTH);
      case NOT -> "not " + text(term.first(), NEGATION);
      default -> call(term);
    };
  }

  private String binary(Term term, String sign, int left, int right) {
    return text(term.first(), left) + " " + sign + " " + text(term.arguments().get(1), right);
  }

  private String chain(Term term, String plain, String turned, int around, String lead) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < term.arguments().size(); i++) {
      boolean other = term.turned().get(i);
      text.append(i > 0 ? (other ? turned : plain) : other ? lead : "");
      Term part = term.arguments().get(i);
      boolean bound = i == 0 && other && binds(part);
      text.append(text(part, bound ? POWER : around));
    }
    return text.toString();
  }

  /** Whether a leading minus would be of its first part: -a % b is (-a) % b, -(a + b) * c too. */
  private static boolean binds(Term part) {
    return part.word() == Word.REMAINDER
        || (part.word() == Word.PRODUCT
            && !part.turned().get(0)
            && part.first().word() == Word.SUM);
  }

  private String call(Term term) {
    List<String> parts = new ArrayList<>();
    term.arguments().forEach(a -> parts.add(text(a, EITHER)));
    switch (term.word()) {
      case LINEAR -> {
        if (!term.axes().has(TermAxis.CHANNEL)) {
          parts.add(
              term.axes().has(TermAxis.HEAD) ? "heads" : Integer.toString(term.axes().features()));
        }
        if (!Double.isNaN(term.number())) {
          parts.add("start: " + number(term.number()));
        }
      }
      case LEARNED -> {
        parts.add(number(term.number()));
        if (!term.axes().axes().isEmpty()) {
          parts.add("per: " + (term.axes().has(TermAxis.CHANNEL) ? "channel" : "head"));
        }
      }
      case SHIFT -> parts.add(number(term.number()));
      case TOTAL, MEAN, LARGEST, SMALLEST, SOFTMAX -> {
        if (!term.name().isEmpty()) {
          parts.add(term.name());
        }
      }
      default -> {
        // the arguments are the whole text
      }
    }
    if (labels.containsKey(term.name())
        && (term.word() == Word.LINEAR || term.word() == Word.LEARNED)) {
      parts.add("as: " + labels.get(term.name()));
    }
    return term.word().text() + "(" + String.join(", ", parts) + ")";
  }

  static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    BigDecimal decimal = BigDecimal.valueOf(value).stripTrailingZeros();
    double size = Math.abs(value);
    return size >= 1e-4 && size < 1e15
        ? decimal.toPlainString()
        : decimal.toString().replace("E+", "e").replace("E", "e");
  }
}
