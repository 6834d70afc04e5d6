package org.attune.sweeps.paper;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table from one of the papers. The sweep file {@code sweeps/papers/KEY.yaml} reproduces it.
 *
 * @param key its key on the command line
 * @param title the question it answers
 * @param paper the paper, and the place in it
 * @param task on which its sweep trains
 */
public record PaperTable(String key, String title, String paper, String task) {

  /** The scale of the paper's size. */
  public static final String PAPER = "paper";

  /** The largest scale of a table that has none of its paper's size. */
  public static final String LARGE = "large";

  /** The scales that can be asked for. Every file has the first two, and one of the others. */
  public static final List<String> SCALES = List.of("smoke", "small", LARGE, PAPER);

  /** What the papers' sizes are of tables that have none of that size. */
  private static final Map<String, String> SIZES =
      Map.of(
          "mta-lm", "the paper's model has 880 million parameters",
          "gated-attention", "the paper's models have 1.7 and 15 billion parameters",
          "patterns", "the paper has no experiments, and so no size",
          "mqar",
              "the paper trains on a fixed set of sequences, at each of many widths and lengths",
          "mad", "the paper trains on fixed sets of sequences, at each of many difficulties",
          "state-tracking", "the papers test at longer lengths than they train on");

  private static final String NEON = "Neon / QKVI (NeonBench)";
  private static final String GATED = "Gated Attention (Qiu et al. 2025, arXiv 2505.06708)";
  private static final String MTA = "Multi-Token Attention (arXiv 2504.00927v2)";
  private static final String KVQ = "KVQ models (Garnelo and Czarnecki 2023, arXiv 2305.10203)";
  private static final String SPLIT_Q = "Split-Q induction (kobimusic/bitnet-1bitllm)";
  private static final String PATTERNS = "Patterns and Messages, parts 1 to 5";

  private static final String ZOOLOGY = "Zoology (Arora et al. 2023, arXiv 2312.04927)";
  private static final String MAD = "MAD (Poli et al. 2024, arXiv 2403.17844)";
  private static final String STATES = "Illusion of state (Merrill et al. 2024, arXiv 2404.08819)";

  private static final List<PaperTable> ALL =
      List.of(
          of("neon", "Which gate, at which cost in parameters?", NEON + ", all variants", "text"),
          of("gated-attention", "Where does a gate help?", GATED + ", Table 1", "text"),
          of(
              "mta-toy",
              "Can attention look for two letters at once?",
              MTA + ", section 4.1",
              "find-the-block"),
          of(
              "mta-lm",
              "What do convolutions and head mixing bring to a language model?",
              MTA + ", Tables 2 and 8",
              "text"),
          of(
              "kvq-operators",
              "Which operator inter- and extrapolates, untrained?",
              KVQ + ", Figure 4",
              "extrapolation"),
          of(
              "kvq-scaling",
              "How wide must a latent be to read a linear function?",
              KVQ + ", Figure 3",
              "regression"),
          of(
              "kvq-cost",
              "What does Intention cost beside attention?",
              KVQ + ", Figure 5",
              "forward-cost"),
          of("kvq-sine", "Few points of a sine", KVQ + ", Figure 7", "sine"),
          of(
              "kvq-pixels",
              "An image from some of its pixels",
              KVQ + ", section 4.2",
              "pixel-regression"),
          of(
              "kvq-fewshot",
              "New classes from five members each",
              KVQ + ", Tables 1 and 2, Figure 14",
              "classification"),
          of("kvq-policy", "A policy from five rewards", KVQ + ", Figure 9", "policy-distillation"),
          of("kvq-kabsch", "A similarity from five pairs", KVQ + ", Figure 10", "kabsch"),
          of("kvq-outlier", "The odd one out of ten", KVQ + ", Table 3", "outlier-detection"),
          of(
              "kvq-normalisation",
              "What keeps Intention's variance at one?",
              KVQ + ", Figure 15",
              "weight-variance"),
          of(
              "split-q",
              "What must look back for a layer to copy?",
              SPLIT_Q + ", all E1 conditions",
              "induction"),
          of(
              "split-q-noise",
              "Is it cross-talk that keeps split-Q from pointing?",
              SPLIT_Q + ", its proposed next test",
              "induction"),
          of(
              "patterns",
              "Filters, routing, ties and compression of patterns and messages",
              PATTERNS + ", which have no experiments",
              "text"),
          of(
              "mqar",
              "How much can a mixer recall, and for how much state?",
              ZOOLOGY + ", section 4",
              "mqar"),
          of("mad", "Three mixers on six small tasks", MAD + ", section 3", "in-context-recall"),
          of(
              "state-tracking",
              "Which mixers know a state that every token changes?",
              STATES + ", and Grazzi et al. 2024, arXiv 2411.12537",
              "state-tracking"));

  private static PaperTable of(String key, String title, String paper, String task) {
    return new PaperTable(key, title, paper, task);
  }

  private static final List<String> PAPERS =
      List.of(NEON, GATED, MTA, KVQ, SPLIT_Q, PATTERNS, ZOOLOGY, MAD, STATES);

  /** Every table, in the papers' order. */
  public static List<PaperTable> all() {
    return ALL;
  }

  /** The table with a key. */
  public static Optional<PaperTable> named(String key) {
    return ALL.stream().filter(table -> table.key().equals(key)).findFirst();
  }

  /** Its scales, from the smallest. */
  public List<String> scales() {
    return List.of("smoke", "small", SIZES.containsKey(key) ? LARGE : PAPER);
  }

  /** What the paper's size is; empty if the scale {@code paper} is of that size. */
  public Optional<String> size() {
    return Optional.ofNullable(SIZES.get(key));
  }

  /** The paper, without the place in it. */
  public String source() {
    return PAPERS.stream().filter(paper::startsWith).findFirst().orElse(paper);
  }

  /** The path of its sweep file, both in the program and in a checkout. */
  public String file() {
    return "sweeps/papers/" + key + ".yaml";
  }

  /** Its sweep file's content; empty if the program has none. */
  public Optional<String> text() {
    try (InputStream packed = PaperTable.class.getResourceAsStream("/" + file())) {
      return packed == null
          ? Optional.empty()
          : Optional.of(new String(packed.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + file() + " out of the program", e);
    }
  }
}
