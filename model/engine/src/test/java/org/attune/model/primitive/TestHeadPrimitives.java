package org.attune.model.primitive;

import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.HeadMean.headMean;
import static org.attune.model.primitive.HeadQuotient.headQuotient;
import static org.attune.model.primitive.HeadRepeat.headRepeat;
import static org.attune.model.primitive.Shift.shiftColumns;
import static org.attune.model.primitive.Standardise.standardise;
import static org.attune.model.primitive.TaylorFeatures.taylorFeatures;
import static org.attune.model.primitive.WeightedTotal.weightedTotal;
import static org.attune.model.primitive.elementwise.Fused.headScale;

import java.util.stream.Stream;

/** The primitives that work on the heads of rows, (M, H·d), and on signs and pointers. */
class TestHeadPrimitives extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of("mean of heads", 1, p -> headMean(matrix(p, "x", 3, 8), 4)),
        of("mean of one head", 1, p -> headMean(matrix(p, "x", 1, 3), 1)),
        of("mean of heads of a range", 1, p -> headMean(matrix(p, "x", 3, 12).columns(4, 10), 2)),
        of("one group for three heads", 1, p -> headRepeat(matrix(p, "x", 3, 4), 1, 3)),
        of("two groups for four heads", 1, p -> headRepeat(matrix(p, "x", 3, 4), 2, 2)),
        of("a group per head", 1, p -> headRepeat(matrix(p, "x", 3, 4), 2, 1)),
        of("scaled heads", 1, p -> headScale(matrix(p, "x", 5, 6), matrix(p, "s", 5, 3))),
        of("scaled row", 1, p -> headScale(matrix(p, "x", 1, 2), matrix(p, "s", 1, 1))),
        of("Taylor features", 1, p -> taylorFeatures(matrix(p, "x", 3, 6), 2, 0.7)),
        of("Taylor features of one number", 1, p -> taylorFeatures(matrix(p, "x", 2, 1), 1, 2)),
        of(
            "heads over their last column",
            1,
            p -> headQuotient(apply(Pointwise.EXP, matrix(p, "x", 3, 8)), 2, 0.1)),
        of(
            "one number over another",
            1,
            p -> headQuotient(apply(Pointwise.EXP, matrix(p, "x", 2, 2)), 1, 1e-6)),
        of("later columns shifted", 2, p -> shiftColumns(matrix(p, "x", 10, 4), 2, 1)),
        of("all columns past the start", 2, p -> shiftColumns(matrix(p, "x", 4, 3), 0, 5)),
        of("weighted total", 1, p -> weightedTotal(matrix(p, "x", 5, 1), matrix(p, "w", 5, 1))),
        of("standardised heads", 1, p -> standardise(matrix(p, "x", 5, 12), 3, 1e-5)),
        of(
            "the pointer's surrogate",
            2,
            p ->
                p.add(
                    new Pointer(
                        scores(p, 2, 4, 4), Mask.CAUSAL, 1, 0.3, Pointer.Forward.SURROGATE))));
  }
}
