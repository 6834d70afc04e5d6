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
    Launches k = new Launches();
    k.forward(
        launch(x, "patches").matrix(x).matrix(y).number(p.side()).number(x.columns()).over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "patches_backward")
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(p.side())
              .over(x));
    }
    return k;
  }

  static Kernel maxPool(MaxPool p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    DeviceBuffer which = at.backward() ? at.keep(y.elements()) : null;
    Launches k = new Launches();
    k.forward(launch(x, "pool").matrix(x).matrix(y).address(which).number(p.side()).over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "pool_backward")
              .matrix(at.outGradient())
              .address(which)
              .sink(at.sink(0))
              .number(p.side())
              .over(x));
    }
    return k;
  }

  static Kernel channelNorm(ChannelNorm p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int columns = x.columns();
    int groups = x.rows() / p.group();
    int blocks = groups * ((columns + COLUMNS - 1) / COLUMNS);
    DeviceBuffer unit = at.backward() ? at.keep(x.elements()) : null;
    DeviceBuffer inverse = at.backward() ? at.keep((long) groups * columns) : null;
    Launches k = new Launches();
    k.forward(
        Launch.of(x.lane(), Norms.FILE, "channel_norm_forward")
            .number((float) p.epsilon())
            .matrix(x)
            .matrix(at.out())
            .address(unit)
            .address(inverse)
            .number(p.group())
            .number(columns)
            .blocks(blocks, BLOCK));
    if (at.sink(0).wanted()) {
      k.backward(
          Launch.of(x.lane(), Norms.FILE, "channel_norm_backward")
              .matrix(at.outGradient())
              .address(unit)
              .address(inverse)
              .sink(at.sink(0))
              .number(p.group())
              .number(columns)
              .blocks(blocks, BLOCK));
    }
    return k;
  }
}
