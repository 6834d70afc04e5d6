package org.attune.model.primitive;

import static org.attune.model.primitive.HeadDifference.headDifference;
import static org.attune.model.primitive.HeadMixing.headMixing;
import static org.attune.model.primitive.KeySelection.keySelection;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Pointer.pointer;
import static org.attune.model.primitive.RankedWeights.rankedWeights;
import static org.attune.model.primitive.ScoreConvolution.scoreConvolution;
import static org.attune.model.primitive.SelectedSoftmax.selectedSoftmax;
import static org.attune.model.primitive.WrittenSoftmax.writtenSoftmax;
import static org.attune.model.primitive.elementwise.Fused.keyBias;

import java.util.stream.Stream;
import org.attune.model.primitive.selection.LargestScores;
import org.attune.model.primitive.selection.MostWritten;
import org.attune.model.primitive.selection.NearClusters;
import org.attune.model.primitive.selection.PastBlocks;
import org.attune.model.program.Init;
import org.attune.model.program.Value;

/** The primitives that work on scores (B, H, T, T). */
class TestScorePrimitives extends GradientContract {

  @Override
  Stream<Case> cases() {
    Stream<Case> convolutions =
        Stream.of(
                new int[] {1, 1, 1, 1, 1},
                new int[] {1, 1, 1, 2, 3},
                new int[] {2, 2, 7, 3, 5},
                new int[] {3, 1, 4, 2, 7},
                new int[] {1, 3, 3, 6, 5},
                new int[] {1, 1, 8, 6, 11})
            .map(
                s ->
                    of(
                        "convolution, batch %d, heads %d, length %d, kernel %d x %d"
                            .formatted(s[0], s[1], s[2], s[3], s[4]),
                        s[0],
                        p ->
                            scoreConvolution(
                                scores(p, s[1], s[2], s[2]),
                                matrix(p, "theta", s[1], s[3] * s[4]),
                                s[3],
                                s[4])));
    Stream<Case> others =
        Stream.of(
            of("mixing of all heads", 2, p -> headMixing(scores(p, 4, 3, 5), w(p, 4, 4))),
            of("mixing in groups", 2, p -> headMixing(scores(p, 4, 3, 3), w(p, 4, 2))),
            of("mixing of one head", 1, p -> headMixing(scores(p, 1, 1, 1), w(p, 1, 1))),
            of("head difference", 2, p -> headDifference(scores(p, 4, 3, 5), w(p, 1, 1))),
            of(
                "head difference of what counts besides",
                1,
                p -> {
                  Value s = scores(p, 2, 3, 3);
                  Value twice = headDifference(headMixing(s, w(p, 2, 2)), matrix(p, "f", 1, 1));
                  return multiply(twice, headDifference(s, matrix(p, "g", 1, 1)));
                }),
            of("key bias", 2, p -> keyBias(scores(p, 3, 4, 5), matrix(p, "z", 10, 3))),
            of("write gate", 2, p -> writtenSoftmax(scores(p, 3, 5, 5), matrix(p, "z", 10, 3))),
            of("the two largest", 2, p -> selected(p, 5, 2)),
            of("the largest of one", 1, p -> oneKey(p)),
            of("past blocks", 2, p -> blocks(p, 7)),
            of("past blocks longer than the sequence", 2, p -> blocks(p, 2)),
            of("near clusters", 2, TestScorePrimitives::clusters),
            of("most written", 2, TestScorePrimitives::written));
    return Stream.of(convolutions, others).flatMap(s -> s);
  }

  /** Choices, whose adjoint is not their derivative, and rows past what a vector holds. */
  @Override
  Stream<Case> largeCases() {
    return Stream.of(
        of("pointers", 2, p -> pointer(scores(p, 2, 37, 37), Mask.CAUSAL, 1, 0.3)),
        of("pointers in a set", 2, p -> pointer(scores(p, 2, 5, 19), Mask.NONE, 1, 0.3)),
        of("ranks", 2, p -> rankedWeights(scores(p, 2, 37, 37), Mask.CAUSAL, 3)),
        of("ranks in a set", 1, p -> rankedWeights(scores(p, 1, 5, 2), Mask.NONE, 3)),
        of("the six largest of many", 2, p -> selected(p, 37, 6)),
        of("write gate of many", 2, p -> writtenSoftmax(scores(p, 3, 37, 37), z(p, 37))));
  }

  private static Value z(org.attune.model.program.Program p, int length) {
    return matrix(p, "z", p.batch() * length, 3);
  }

  private static Value w(org.attune.model.program.Program p, int rows, int columns) {
    return matrix(p, "w", rows, columns);
  }

  private static Value selected(org.attune.model.program.Program p, int length, int count) {
    Value s = scores(p, 2, length, length);
    return selectedSoftmax(s, keySelection(new LargestScores(s, count)));
  }

  private static Value oneKey(org.attune.model.program.Program p) {
    Value s = scores(p, 1, 1, 1);
    return selectedSoftmax(s, keySelection(new LargestScores(s, 1)));
  }

  private static Value blocks(org.attune.model.program.Program p, int length) {
    Value q = matrix(p, "q", p.batch() * length, 6);
    Value k = matrix(p, "k", p.batch() * length, 6);
    Value visible = keySelection(new PastBlocks(q, k, 2, 3, 1));
    return selectedSoftmax(Scores.scores(q, k, 2, 0.5), visible);
  }

  private static Value clusters(org.attune.model.program.Program p) {
    Value q = matrix(p, "q", p.batch() * 7, 6);
    Value k = matrix(p, "k", p.batch() * 7, 6);
    Value centroids = p.state("centroids", Init.normal(1), 2 * 3, 3, NearClusters.following(1));
    Value visible = keySelection(new NearClusters(q, k, centroids, 2, 1));
    return selectedSoftmax(Scores.scores(q, k, 2, 0.5), visible);
  }

  private static Value written(org.attune.model.program.Program p) {
    Value s = scores(p, 2, 5, 5);
    Value write = matrix(p, "write", p.batch() * 5, 2);
    return selectedSoftmax(s, keySelection(new MostWritten(write, 0.5)));
  }
}
