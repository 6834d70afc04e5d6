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
 * @param paper the paper, and the place in it
 */
public record PaperTable(String key, String paper) {

  /** The scale of the paper's size. */
  public static final String PAPER = "paper";

  /** The largest scale of a table that has none of its paper's size. */
  public static final String LARGE = "large";

  /** The scales that can be asked for. Every file has the first two, and one of the others. */
  public static final List<String> SCALES = List.of("smoke", "small", LARGE, PAPER);

  /** What the papers' sizes are of tables that have none of that size. */
  private static final Map<String, String> SIZES =
      Map.ofEntries(
          Map.entry("neon", "the paper's corpus is a novel that is not free"),
          Map.entry("mta-toy", "the paper trains on a fixed set of a million texts"),
          Map.entry("mta-lm", "the paper's model has 880 million parameters"),
          Map.entry("gated-attention", "the paper's models have 1.7 and 15 billion parameters"),
          Map.entry(
              "kvq-scaling",
              "the paper doubles latents up to thousands and asks four models for w itself; two"
                  + " models, up to 64, are asked for y"),
          Map.entry("kvq-sine", "the paper's MAML is left out: ours is first-order"),
          Map.entry(
              "kvq-pixels", "the paper's images are MNIST's, and its attention has five heads"),
          Map.entry("kvq-fewshot", "the paper's examples are images, and its encoder is conv-4"),
          Map.entry("kvq-outlier", "the paper's examples are a ResNet's features of CIFAR-100"),
          Map.entry("patterns", "the paper has no experiments, and so no size"),
          Map.entry(
              "mqar",
              "the paper trains on a fixed set of sequences, at each of many widths and lengths"),
          Map.entry(
              "mad", "the paper also trains at many other difficulties, and tunes weight decay"),
          Map.entry("state-tracking", "the papers test at longer lengths than they train on"));

  private static final String TITLE = "  title: ";

  private static final String NEON = "Neon / QKVI (NeonBench)";
  private static final String GATED = "Gated Attention (Qiu et al. 2025, arXiv 2505.06708)";
  private static final String MTA = "Multi-Token Attention (arXiv 2504.00927v2)";
  private static final String KVQ = "KVQ models (Garnelo and Czarnecki 2023, arXiv 2305.10203)";
  private static final String SPLIT_Q = "Split-Q induction (kobimusic/bitnet-1bitllm)";
  private static final String PATTERNS = "Patterns and Messages, parts 1 to 5";

  private static final String ZOOLOGY = "Zoology (Arora et al. 2023, arXiv 2312.04927)";
  private static final String MAD = "MAD (Poli et al. 2024, arXiv 2403.17844)";
  private static final String STATES = "State tracking (Grazzi et al. 2024, arXiv 2411.12537)";

  private static final List<PaperTable> ALL =
      List.of(
          new PaperTable("neon", NEON + ", all variants"),
          new PaperTable("gated-attention", GATED + ", Table 1"),
          new PaperTable("mta-toy", MTA + ", section 4.1"),
          new PaperTable("mta-lm", MTA + ", Tables 2 and 8"),
          new PaperTable("kvq-operators", KVQ + ", Figure 4"),
          new PaperTable("kvq-scaling", KVQ + ", Figure 3"),
          new PaperTable("kvq-cost", KVQ + ", Figure 5"),
          new PaperTable("kvq-sine", KVQ + ", Figure 7"),
          new PaperTable("kvq-pixels", KVQ + ", section 4.2"),
          new PaperTable("kvq-fewshot", KVQ + ", Tables 1 and 2, Figure 14"),
          new PaperTable("kvq-policy", KVQ + ", Figure 9"),
          new PaperTable("kvq-kabsch", KVQ + ", Figure 10"),
          new PaperTable("kvq-outlier", KVQ + ", Table 3"),
          new PaperTable("kvq-normalisation", KVQ + ", Figure 15"),
          new PaperTable("split-q", SPLIT_Q + ", all E1 conditions"),
          new PaperTable("split-q-noise", SPLIT_Q + ", its proposed next test"),
          new PaperTable("patterns", PATTERNS + ", which have no experiments"),
          new PaperTable("mqar", ZOOLOGY + ", section 4"),
          new PaperTable("mad", MAD + ", section 3"),
          new PaperTable("state-tracking", STATES + "; tasks of Merrill et al. 2024"));

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

  /** The question that it answers: the first title in its sweep file. */
  public String title() {
    return text()
        .lines()
        .filter(line -> line.startsWith(TITLE))
        .map(line -> line.substring(TITLE.length()))
        .findFirst()
        .orElseThrow();
  }

  /** Its sweep file's content. */
  public String text() {
    try (InputStream packed = PaperTable.class.getResourceAsStream("/" + file())) {
      return new String(packed.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + file() + " out of the program", e);
    }
  }
}
