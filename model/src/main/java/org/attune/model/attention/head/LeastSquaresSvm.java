package org.attune.model.attention.head;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Ridge.ridge;
import static org.attune.model.primitive.RowMean.rowMean;
import static org.attune.model.primitive.RowRepeat.rowRepeat;
import static org.attune.model.primitive.Scale.scale;

import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.primitive.Lambda;
import org.attune.model.program.Value;

/**
 * The least-squares support vector machine, one class against the rest. It is ridge regression of
 * ±1 with an unpenalised offset, which equals ridge about the means. Values are class indicators.
 * (Suykens and Vandewalle 1999.)
 *
 * @param strength λ
 */
public record LeastSquaresSvm(double strength) implements SetReading {

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.INDICATORS);
  }

  @Override
  public Value read(Value q, Value k, Value v, Place place) {
    place.requireSet("model.kind.head: ls-svm");
    Value signs = scale(v, 2, -1); // (B·n, e)
    Value middle = rowMean(k); // (B, d)
    Value level = rowMean(signs); // (B, e)
    Value slopes =
        ridge(
            about(q, middle),
            about(k, middle),
            about(signs, level),
            place.heads(),
            Lambda.fixed(strength),
            1); // (B·m, e)
    return add(slopes, rowRepeat(level, q.length()));
  }

  private static Value about(Value x, Value mean) {
    return add(x, scale(rowRepeat(mean, x.length()), -1));
  }
}
