package org.attune.papers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.attune.api.paper.PaperTable;
import org.attune.api.paper.PaperTables;

/**
 * The tables of the five papers, three tables of later work, and two that no paper has. Their sweep
 * files are {@code sweeps/papers/KEY.yaml}.
 */
public final class ReproducedPapers implements PaperTables {

  private static final String UNTRAINED = "untrained-networks.tsv";

  private static final String NEON = "Neon / QKVI (NeonBench)";
  private static final String GATED = "Gated Attention (Qiu et al. 2025, arXiv 2505.06708)";
  private static final String MTA = "Multi-Token Attention (arXiv 2504.00927v2)";
  private static final String KVQ = "KVQ models (Garnelo and Czarnecki 2023, arXiv 2305.10203)";
  private static final String SPLIT_Q = "Split-Q induction (kobimusic/bitnet-1bitllm)";
  private static final String PATTERNS = "Patterns and Messages, parts 1 to 5";

  private static final String ZOOLOGY = "Zoology (Arora et al. 2023, arXiv 2312.04927)";
  private static final String MAD = "MAD (Poli et al. 2024, arXiv 2403.17844)";
  private static final String STATES = "State tracking (Grazzi et al. 2024, arXiv 2411.12537)";
  private static final String ATLAS = "The atlas of parts (ours)";
  private static final String WORTH = "When is a gate worth it? (ours)";

  @Override
  public String name() {
    return "attune";
  }

  @Override
  public List<PaperTable> tables() {
    return List.of(
        table("neon", NEON, "all variants")
            .smallerThanThePaper("the paper's corpus is a novel that is not free"),
        table("gated-attention", GATED, "Table 1")
            .smallerThanThePaper("the paper's models have 1.7 and 15 billion parameters"),
        table("mta-toy", MTA, "section 4.1")
            .smallerThanThePaper("the paper trains on a fixed set of a million texts"),
        table("mta-lm", MTA, "Tables 2 and 8")
            .smallerThanThePaper("the paper's model has 880 million parameters"),
        table("kvq-operators", KVQ, "Figure 4"),
        table("kvq-scaling", KVQ, "Figure 3")
            .smallerThanThePaper(
                "the paper doubles latents up to thousands and asks four models for w itself; two"
                    + " models, up to 64, are asked for y"),
        table("kvq-cost", KVQ, "Figure 5"),
        table("kvq-sine", KVQ, "Figure 7")
            .smallerThanThePaper("the paper's MAML is left out: ours is first-order"),
        table("kvq-pixels", KVQ, "section 4.2")
            .smallerThanThePaper(
                "the paper's images are MNIST's, and its attention has five heads"),
        table("kvq-fewshot", KVQ, "Tables 1 and 2, Figure 14")
            .smallerThanThePaper("the paper's examples are images, and its encoder is conv-4"),
        table("kvq-policy", KVQ, "Figure 9"),
        table("kvq-kabsch", KVQ, "Figure 10"),
        table("kvq-outlier", KVQ, "Table 3")
            .smallerThanThePaper("the paper's examples are a ResNet's features of CIFAR-100"),
        table("kvq-normalisation", KVQ, "Figure 15"),
        table("split-q", SPLIT_Q, "all E1 conditions"),
        table("split-q-noise", SPLIT_Q, "its proposed next test"),
        table("patterns", PATTERNS, "which have no experiments")
            .smallerThanThePaper("the paper has no experiments, and so no size"),
        table("mqar", ZOOLOGY, "section 4")
            .smallerThanThePaper(
                "the paper trains on a fixed set of sequences, at each of many widths and lengths"),
        table("mad", MAD, "section 3")
            .smallerThanThePaper(
                "the paper also trains at many other difficulties, and tunes weight decay"),
        table("state-tracking", STATES, "tasks of Merrill et al. 2024")
            .smallerThanThePaper("the papers test at longer lengths than they train on"),
        table("atlas-tuned", ATLAS, "each cell at its own learning rate")
            .smallerThanThePaper("no paper has this sweep, and so no size"),
        table("gate-worth", WORTH, "texts of known entropy")
            .smallerThanThePaper("no paper has this sweep, and so no size"));
  }

  private static PaperTable table(String key, String paper, String place) {
    return PaperTable.of(
        ReproducedPapers.class, "sweeps/papers/%s.yaml".formatted(key), paper, place);
  }

  @Override
  public String untrained() {
    try (InputStream stored = ReproducedPapers.class.getResourceAsStream(UNTRAINED)) {
      return new String(stored.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + UNTRAINED + " out of its jar", e);
    }
  }
}
