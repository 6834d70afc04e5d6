package org.attune.model.task;

import java.io.IOException;
import java.util.Optional;
import org.attune.api.Metric;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.data.DataException;
import org.attune.model.network.Signature;

/**
 * Few-shot classification of images: each example has a few classes and, for each, a few labelled
 * images and others to classify. Validation classes are never trained on. Images are characters of
 * a made-up script, or the user's. (Garnelo and Czarnecki 2023, Tables 1 and 2 and Figure 14, with
 * characters for photographs; Lake et al. 2015.)
 */
public final class FewShotTask extends DescribedTask {

  enum Images {
    GLYPHS,
    DATA
  }

  static final Parameter SIDE =
      TaskParameters.integer("task.side", 4, 128, 14, "pixels along an edge of an image");
  static final Parameter CLASSES =
      Parameter.integer(
          "task.images.classes", "image_classes", 2, 1_000_000, 500, "classes to train on");
  static final Parameter TESTED =
      Parameter.real(
          "task.images.tested", "tested_share", 0.01, 0.9, 0.2, "share of the classes to test on");
  static final Parameter COLUMNS =
      Parameter.integer(
          "task.images.columns",
          "image_columns",
          0,
          65536,
          0,
          "numbers of an embedding, where that is what the file has; 0 for images");
  static final Choice<Images> IMAGES =
      TaskParameters.choice(
          Images.class,
          "task.images",
          "what is classified",
          Option.of(Images.GLYPHS, "characters of a made-up script, drawn by seed", "", CLASSES),
          Option.of(
              Images.DATA,
              "images by class (a zip archive or folder, or a folder with pairs of IDX files),"
                  + " or embeddings (features.npy and labels.npy, or Parquet), which --data"
                  + " names",
              "",
              TESTED,
              COLUMNS));

  public FewShotTask() {
    super(
        Option.of(
            "few-shot-images",
            "few-shot classification of images, of classes never trained on",
            "Garnelo and Czarnecki 2023, Tables 1 and 2, with characters for photographs",
            ClassificationTask.WAYS,
            ClassificationTask.SHOTS,
            ClassificationTask.TARGETS,
            SIDE,
            IMAGES.parameter(),
            ClassificationTask.LOSS.parameter(),
            ClassificationTask.WINDOWS),
        Metric.higher("accuracy", "share", "images whose class has the largest output"),
        Metric.plain("floor_accuracy", "share", "accuracy of a guess"),
        Metric.plain("floor_nearest_mean", "share", "accuracy of the nearest mean, by pixels"),
        Metric.plain("floor_validation_loss", "loss", "of a uniform guess"));
  }

  @Override
  public Signature signature(Configuration settings) {
    return ClassificationTask.signature(settings, columns(settings));
  }

  private static boolean reading(Configuration settings) {
    return settings.choice(IMAGES) == Images.DATA;
  }

  private static int columns(Configuration settings) {
    int given = reading(settings) ? settings.integer(COLUMNS) : 0;
    int side = settings.integer(SIDE);
    return given > 0 ? given : side * side;
  }

  @Override
  public Optional<String> reads(Configuration settings) {
    return reading(settings)
        ? Optional.of("images by class, or embeddings with labels as NPY or Parquet")
        : Optional.empty();
  }

  @Override
  public Optional<String> heldOut(Configuration settings) {
    return reading(settings)
        ? Optional.of("other sets of the held-out classes")
        : super.heldOut(settings);
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) throws IOException {
    int shots = settings.integer(ClassificationTask.SHOTS);
    int targets = settings.integer(ClassificationTask.TARGETS);
    int side = settings.integer(SIDE);
    ClassMembers members =
        reading(settings)
            ? ClassMembers.read(data, side, settings.real(TESTED), shots + targets)
            : new ClassMembers.Script(side, settings.integer(CLASSES));
    int ways = settings.integer(ClassificationTask.WAYS);
    if (members.columns() != columns(settings)) {
      int stated = settings.integer(COLUMNS);
      throw new DataException(
          data.name(),
          "",
          stated > 0
              ? "its members have %d numbers, and task.images.columns says %d"
                  .formatted(members.columns(), stated)
              : "its members have %d numbers, and images of task.side %d have %d; for embeddings set task.images.columns to %1$d"
                  .formatted(members.columns(), side, side * side));
    }
    int fewest = Math.min(members.classes(false), members.classes(true));
    if (fewest < ways) {
      throw new IllegalArgumentException(
          "Invalid task.ways: %d classes in an example, and there are %d to train on and %d to test on"
              .formatted(ways, members.classes(false), members.classes(true)));
    }
    return new FewShotExamples(
        members, signature(settings), ways, settings.integer(ClassificationTask.WINDOWS), seed);
  }
}
