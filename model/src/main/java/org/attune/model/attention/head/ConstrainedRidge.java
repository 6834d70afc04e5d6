package org.attune.model.attention.head;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.EverySequence.everySequence;
import static org.attune.model.primitive.Multipliers.equalityMultipliers;
import static org.attune.model.primitive.Multipliers.inequalityMultipliers;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.SolveRight.dividePositive;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.StackProduct.productNT;
import static org.attune.model.primitive.StackProduct.productTN;
import static org.attune.model.primitive.Unstack.unstack;

import java.util.List;
import org.attune.model.attention.Place;
import org.attune.model.primitive.Lambda;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Ridge regression under linear constraints on its weights. {@code RW = r} gives {@code W -
 * M⁻¹R'(RM⁻¹R')⁻¹(RW - r)}. {@code RW ≤ r} gives the same on the active rows, with multipliers of
 * one sign. R and r are learned and shared by all sets and heads. (Science 3.2.)
 *
 * @param strength λ, positive
 * @param rows rows of R, fewer than a head's columns
 * @param inequality whether {@code RW} may stay below r
 */
public record ConstrainedRidge(double strength, int rows, boolean inequality)
    implements SetReading {

  @Override
  public List<String> limits(Place place, int length) {
    return rows < place.headWidth()
        ? List.of()
        : List.of(
            "model.kind.head.constraints %d leave nothing free of a head's %d columns: give less"
                .formatted(rows, place.headWidth()));
  }

  @Override
  public Value read(Value q, Value k, Value v, Place place) {
    place.requireSet("model.kind.head: constrained ridge");
    Program p = Program.of(q);
    int heads = place.heads();
    Value r = p.parameter("constraint", Init.normal(1), rows, k.columns());
    Value bound = p.parameter("bound", Init.constant(0), rows, v.columns());
    Value constraint = stack(everySequence(r), heads); // (B, H, c, d)
    Value limit = stack(everySequence(bound), heads); // (B, H, c, e)
    Value keys = stack(k, heads); // (B, H, n, d)
    Lambda lambda = Lambda.fixed(strength);
    Value gram = productTN(keys, keys); // (B, H, d, d)
    Value pairs = productTN(stack(v, heads), keys); // (B, H, e, d)
    Value free = dividePositive(pairs, gram, lambda); // (B, H, e, d): W'
    Value reach = dividePositive(constraint, gram, lambda); // (B, H, c, d): R M⁻¹
    Value excess = add(productNT(constraint, free), scale(limit, -1)); // (B, H, c, e): RW - r
    Value stiffness = productNT(reach, constraint); // (B, H, c, c): R M⁻¹ R'
    Value push =
        inequality
            ? inequalityMultipliers(stiffness, excess)
            : equalityMultipliers(stiffness, excess); // (B, H, c, e)
    Value held = add(free, scale(productTN(push, reach), -1)); // (B, H, e, d)
    return unstack(productNT(stack(q, heads), held)); // (B·m, H·e)
  }
}
