package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.ChannelNorm;
import org.attune.model.primitive.MaxPool;
import org.attune.model.primitive.Patches;

/** Primitives of images. */
final class ImageKernels {

  private static final String FILE = "images";
  private static final int COLUMNS = 32; // of a norm's block
  private static final int BLOCK = 256;

  private ImageKernels() {}

  private static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  static Kernel patches(Patches p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    DeviceBuffer dy = at.outGradient();
    return new Launches()
        .forward(launch(x, "patches").matrices(x, y).numbers(p.side(), x.columns()).over(y))
        .backward(launch(x, "patches_backward").matrix(dy).to(at.sink(0)).number(p.side()).over(x));
  }

  static Kernel maxPool(MaxPool p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    DeviceBuffer which = at.backward() ? at.keep(y.elements()) : DeviceBuffer.NONE;
    return new Launches()
        .forward(launch(x, "pool").matrices(x, y).address(which).number(p.side()).over(y))
        .backward(
            launch(x, "pool_backward")
                .matrix(at.outGradient())
                .address(which)
                .to(at.sink(0))
                .number(p.side())
                .over(x));
  }

  static Kernel channelNorm(ChannelNorm p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int columns = x.columns();
    int groups = x.rows() / p.group();
    int blocks = groups * ((columns + COLUMNS - 1) / COLUMNS);
    Norms.Kept kept = Norms.Kept.of(x, (long) groups * columns, at);
    return new Launches()
        .forward(
            Launch.of(x.lane(), Norms.FILE, "channel_norm_forward")
                .number((float) p.epsilon())
                .matrices(x, at.out())
                .addresses(kept.unit(), kept.inverse())
                .numbers(p.group(), columns)
                .blocks(blocks, BLOCK))
        .backward(
            Launch.of(x.lane(), Norms.FILE, "channel_norm_backward")
                .matrix(at.outGradient())
                .addresses(kept.unit(), kept.inverse())
                .to(at.sink(0))
                .numbers(p.group(), columns)
                .blocks(blocks, BLOCK));
  }
}
