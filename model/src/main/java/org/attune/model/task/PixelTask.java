package org.attune.model.task;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.attune.api.Metric;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.data.DataException;
import org.attune.model.data.Glyphs;
import org.attune.model.data.IdxFile;
import org.attune.model.data.ImageSet;
import org.attune.model.network.Signature;

/**
 * Pixel regression: each set gives a few pixels of an image, and the network predicts all pixels
 * from their places. A place comes with its sines and cosines. Images are characters of a made-up
 * script, or those of an IDX file. Validation images are never trained on. (Garnelo and Czarnecki
 * 2023, MNIST regression; science 3.3.)
 */
public final class PixelTask extends DescribedTask {

  enum Images {
    GLYPHS,
    DATA
  }

  static final Parameter CONTEXT = TaskParameters.rows(1, 4096, 66, "pixels given of an image");
  static final Parameter SIDE =
      TaskParameters.integer("task.side", 4, 128, 14, "pixels along an edge of an image");
  static final Parameter WAVES =
      TaskParameters.integer(
          "task.waves", 0, 16, 4, "sines and cosines of 1, 2, 4, ... half periods per axis");
  static final Choice<Images> IMAGES =
      TaskParameters.choice(
          Images.class,
          "task.images",
          "what is drawn on",
          Option.of(Images.GLYPHS, "characters of a made-up script, drawn by seed", ""),
          Option.of(Images.DATA, "the IDX file of images, gzip or not, that --data names", ""));
  static final Parameter SETS = TaskParameters.validationSets(64, "images validated on");

  private static final double KEPT = 0.1; // share of a file's images, the last ones, for validation

  public PixelTask() {
    super(
        Option.of(
            "pixel-regression",
            "complete images from a few of their pixels",
            "Garnelo and Czarnecki 2023, MNIST regression",
            CONTEXT,
            SIDE,
            WAVES,
            IMAGES.parameter(),
            SETS),
        Metric.plain(
            "floor_validation_loss", "squared error", "of the mean of the images trained on"),
        Metric.plain("floor_nearest_pixel", "squared error", "of the nearest of the pixels given"));
  }

  @Override
  public Signature signature(Configuration settings) {
    int side = settings.integer(SIDE);
    int context = settings.integer(CONTEXT);
    if (context > side * side) {
      throw new IllegalArgumentException(
          "Invalid task.context: %d of the %d pixels of an image (task.side)"
              .formatted(context, side * side));
    }
    return Signature.set(context, side * side, 2 + 4 * settings.integer(WAVES), 1);
  }

  @Override
  public Optional<String> reads(Configuration settings) {
    return settings.choice(IMAGES) == Images.DATA
        ? Optional.of("an IDX file of images")
        : Optional.empty();
  }

  @Override
  public Optional<String> heldOut(Configuration settings) {
    return reads(settings).isPresent()
        ? Optional.of("other images of this file")
        : super.heldOut(settings);
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) throws IOException {
    int side = settings.integer(SIDE);
    List<float[]> images = List.of();
    String source = "glyphs";
    if (settings.choice(IMAGES) == Images.DATA) {
      try (InputStream in = new BufferedInputStream(data.open(""))) {
        ImageSet read = IdxFile.images(in, data.name(), side);
        images = read.members().get(0);
        source = read.toString();
      }
      if (images.size() < 2) {
        throw new DataException(data.name(), "byte 4", "one image: none is left to validate on");
      }
    }
    return new Pixels(
        signature(settings),
        side,
        settings.integer(WAVES),
        images,
        source,
        settings.integer(SETS),
        seed);
  }

  /** Draws images and given pixels, new ones for every set. */
  private static final class Pixels extends SplitSets {

    private static final long[] NONE = {};
    private static final int AVERAGED = 2000; // images
    private static final long FIRST_TRAINED = 1L << 40; // first class for training

    private final int side;
    private final int waves;
    private final List<float[]> images; // empty for made-up images
    private final String source;

    Pixels(
        Signature signature,
        int side,
        int waves,
        List<float[]> images,
        String source,
        int sets,
        long seed) {
      super(signature, sets, seed);
      this.side = side;
      this.waves = waves;
      this.images = images;
      this.source = source;
    }

    /**
     * A file's images that are not trained on are all validated on where replicates share them:
     * none is left. Where replicates have their own, every second one is for claims.
     */
    @Override
    public Optional<Examples> sealed() {
      boolean room = !part().shared() && kept() > 1;
      return images.isEmpty() || room ? super.sealed() : Optional.empty();
    }

    private int kept() {
      return Math.max(1, (int) (KEPT * images.size()));
    }

    /** The images of a file that this split may draw from, counted from the first one kept. */
    private long[] heldOutImages() {
      if (part().shared() || kept() == 1) {
        return LongStream.range(0, kept()).toArray();
      }
      return places().of(part());
    }

    private HeldOutPlaces places() {
      return HeldOutPlaces.ofSplit(kept(), isSealed(), validated);
    }

    @Override
    public double replicatesApart() {
      return part().shared() || images.isEmpty()
          ? Double.POSITIVE_INFINITY
          : places().replicatesApart();
    }

    @Override
    Batch batch(SplittableRandom random, int size, boolean test) {
      SetBatch batch = new SetBatch(signature, size);
      long[] held = test && !images.isEmpty() ? heldOutImages() : NONE;
      for (int i = 0; i < size; i++) {
        float[] image = test ? heldOut(random, held) : trained(random);
        int[] order = Draws.permutation(random, image.length);
        for (int t = 0; t < signature.context(); t++) {
          batch.given(i, t, place(order[t]), new double[] {image[order[t]]});
        }
        for (int p = 0; p < image.length; p++) {
          batch.asked(i, signature.context() + p, place(p), new double[] {image[p]});
        }
      }
      return batch.batch();
    }

    private float[] trained(SplittableRandom random) {
      return images.isEmpty()
          ? Glyphs.draw(FIRST_TRAINED + random.nextLong(FIRST_TRAINED), random, side)
          : images.get(random.nextInt(images.size() - kept()));
    }

    /** Draws a held-out image: of a file, one of these. */
    private float[] heldOut(SplittableRandom random, long[] held) {
      return images.isEmpty()
          ? Glyphs.draw(random.nextLong(FIRST_TRAINED), random, side)
          : images.get(images.size() - kept() + (int) held[random.nextInt(held.length)]);
    }

    /** Returns (u, v) from -1 to 1, and for each the sines and cosines of π/2 u, π u, 2π u, ... */
    private double[] place(int pixel) {
      double[] x = new double[signature.columns()];
      for (int axis = 0; axis < 2; axis++) {
        int along = axis == 0 ? pixel % side : pixel / side;
        x[axis] = 2.0 * along / (side - 1) - 1;
        for (int wave = 0; wave < waves; wave++) {
          double angle = Math.PI * (1 << wave) / 2 * x[axis];
          x[2 + 4 * wave + 2 * axis] = Math.sin(angle);
          x[3 + 4 * wave + 2 * axis] = Math.cos(angle);
        }
      }
      return x;
    }

    @Override
    public Map<String, Double> floors() {
      double[] average = average();
      double mean = 0;
      double nearest = 0;
      double asked = 0;
      for (Batch batch : validation(validated)) {
        float[] all = batch.features().dup('c').data().asFloat();
        float[] labels = batch.labels().dup('c').data().asFloat();
        for (int i = 0; i < batch.size(); i++) {
          int first = i * signature.length();
          for (int t = signature.context(); t < signature.length(); t++) {
            double truth = labels[first + t];
            mean += Math.pow(truth - average[t - signature.context()], 2);
            nearest += Math.pow(truth - nearest(all, first, first + t), 2);
            asked++;
          }
        }
      }
      return Map.of("validation_loss", mean / asked, "nearest_pixel", nearest / asked);
    }

    private double[] average() {
      SplittableRandom random = validationRandom();
      double[] average = new double[side * side];
      for (int i = 0; i < AVERAGED; i++) {
        float[] image = trained(random);
        for (int p = 0; p < average.length; p++) {
          average[p] += image[p] / AVERAGED;
        }
      }
      return average;
    }

    private double nearest(float[] all, int first, int row) {
      int width = signature.inputs();
      double least = Double.POSITIVE_INFINITY;
      double value = 0;
      for (int t = first; t < first + signature.context(); t++) {
        double dx = all[t * width] - all[row * width];
        double dy = all[t * width + 1] - all[row * width + 1];
        if (dx * dx + dy * dy < least) {
          least = dx * dx + dy * dy;
          value = all[t * width + width - 2];
        }
      }
      return value;
    }

    @Override
    String description() {
      return "pixels " + signature + ", " + source + ", waves " + waves + ", sets " + validated;
    }
  }
}
