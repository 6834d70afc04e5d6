package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.LateGains;
import org.attune.model.primitive.NormedHeads;
import org.attune.model.primitive.RmsNorm;

/** Norms whose gains' gradients come after all adjoints. */
final class LateNorms {

  private LateNorms() {}

  /** Whether there is a kernel for a norm. */
  static boolean fits(LateGains p) {
    if (p.norm() instanceof NormedHeads heads) {
      return Norms.fits(heads.width());
    }
    return p.norm() instanceof RmsNorm && Norms.fits(p.norm().inputs().get(1).columns());
  }

  static Kernel late(LateGains p, Operands<DeviceBuffer> at) {
    if (p.norm() instanceof NormedHeads heads) {
      return Norms.heads(heads, at, true);
    }
    return Norms.rms((RmsNorm) p.norm(), at, true);
  }
}
