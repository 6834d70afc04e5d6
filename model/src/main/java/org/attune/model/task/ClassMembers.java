package org.attune.model.task;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.attune.model.data.DataException;
import org.attune.model.data.Embeddings;
import org.attune.model.data.Glyphs;
import org.attune.model.data.IdxFolder;
import org.attune.model.data.ImageArchive;
import org.attune.model.data.ImageSet;
import org.attune.model.data.NpyFile;

/** Members of classes. Some classes are for training and the others for testing. */
sealed interface ClassMembers {

  /** Returns the number of columns of a member. */
  int columns();

  /** Returns the number of classes to train on, or to test on. */
  int classes(boolean test);

  /**
   * Draws members of a class. Members from files are all different.
   *
   * @param label the class, below {@link #classes}
   */
  float[][] draw(int label, boolean test, int count, SplittableRandom random);

  /** Describes everything that determines the members. */
  String description();

  /**
   * Made-up characters.
   *
   * @param side pixels along an edge
   * @param trained number of classes to train on; any number of other classes serve for testing
   */
  record Script(int side, int trained) implements ClassMembers {

    private static final int TESTED = 1_000_000_000;

    @Override
    public int columns() {
      return side * side;
    }

    @Override
    public int classes(boolean test) {
      return test ? TESTED : trained;
    }

    @Override
    public float[][] draw(int label, boolean test, int count, SplittableRandom random) {
      float[][] all = new float[count][];
      Arrays.setAll(all, i -> Glyphs.draw(test ? (long) trained + label : label, random, side));
      return all;
    }

    @Override
    public String description() {
      return toString();
    }
  }

  /**
   * Members read from the user's files. Classes are put in random order; the first ones are for
   * training.
   *
   * @param columns columns of a member
   * @param members members of each class
   * @param tested how many classes, the last ones, are for testing
   * @param source where the members come from
   */
  record Read(int columns, List<List<float[]>> members, int tested, String source)
      implements ClassMembers {

    private static final long ORDER = 20; // the same for every trial

    static Read of(int columns, List<List<float[]>> members, double share, String source) {
      List<List<float[]>> mixed = new ArrayList<>(members);
      Collections.shuffle(mixed, new Random(ORDER));
      return new Read(columns, mixed, (int) Math.ceil(share * mixed.size()), source);
    }

    @Override
    public int classes(boolean test) {
      return test ? tested : members.size() - tested;
    }

    @Override
    public float[][] draw(int label, boolean test, int count, SplittableRandom random) {
      List<float[]> all = members.get(test ? members.size() - tested + label : label);
      int[] order = Draws.permutation(random, all.size());
      return IntStream.range(0, count).mapToObj(i -> all.get(order[i])).toArray(float[][]::new);
    }

    @Override
    public String description() {
      return source + ", tested " + tested;
    }
  }

  /**
   * Reads the user's data. It is a zip archive or folder of images by class, a folder with pairs of
   * IDX files, or a table of embeddings. It may also be a folder with {@code features.npy} (members
   * by columns) and {@code labels.npy}.
   *
   * @param side pixels along an edge, to which images are scaled
   * @param share share of the classes to test on
   * @param least minimum number of members per class
   */
  static Read read(DataOpener data, int side, double share, int least) throws IOException {
    List<String> files = data.files();
    Optional<Embeddings> table = data.embeddings();
    Read read;
    if (table.isPresent()) {
      Map<String, List<float[]>> classes = table.get().byClass();
      List<List<float[]>> members = List.copyOf(classes.values());
      requireMembers(data, List.copyOf(classes.keySet()), members, least);
      read =
          Read.of(table.get().columns(), members, share, "embeddings " + table.get().fingerprint());
    } else if (files.contains("features.npy")) {
      read = embeddings(data, share, least);
    } else {
      ImageSet images = images(data, files, side);
      read = Read.of(side * side, images.members(), share, images.toString());
      requireMembers(data, images.names(), images.members(), least);
    }
    if (read.classes(false) < 2 || read.classes(true) < 2) {
      throw new DataException(
          data.name(),
          "",
          "%d classes leave %d to train on and %d to test on; both must be 2 or more"
              .formatted(read.members().size(), read.classes(false), read.classes(true)));
    }
    return read;
  }

  private static void requireMembers(
      DataOpener data, List<String> names, List<List<float[]>> members, int least)
      throws DataException {
    for (int c = 0; c < names.size(); c++) {
      if (members.get(c).size() < least) {
        throw new DataException(
            data.name(),
            "class '" + names.get(c) + "'",
            "%d members; the task draws %d of a class (task.shots and task.targets)"
                .formatted(members.get(c).size(), least));
      }
    }
  }

  private static ImageSet images(DataOpener data, List<String> files, int side) throws IOException {
    if (files.isEmpty()) {
      try (InputStream in = new BufferedInputStream(data.open(""))) {
        return ImageArchive.zip(in, data.name(), side);
      }
    }
    IdxFolder pairs = new IdxFolder(files, data::open, data.name());
    if (pairs.isOne()) {
      return pairs.read(side);
    }
    return ImageArchive.folder(files, data::open, data.name(), side);
  }

  private static Read embeddings(DataOpener data, double share, int least) throws IOException {
    NpyFile features;
    NpyFile labels;
    try (InputStream in = data.open("features.npy");
        InputStream by = data.open("labels.npy")) {
      features = NpyFile.read(in, "features.npy");
      labels = NpyFile.read(by, "labels.npy");
    }
    if (features.shape().length != 2) {
      throw new DataException(
          "features.npy", "its header", "%d dimensions, not 2".formatted(features.shape().length));
    }
    int rows = features.shape()[0];
    int columns = features.shape()[1];
    if (labels.shape().length != 1 || labels.shape()[0] != rows) {
      throw new DataException(
          "labels.npy",
          "its header",
          "%d labels for the %d rows of features.npy".formatted(labels.count(), rows));
    }
    float[] numbers = features.floats();
    long[] classOf = labels.integers();
    Map<Long, List<float[]>> classes = new TreeMap<>();
    for (int row = 0; row < rows; row++) {
      float[] member = Arrays.copyOfRange(numbers, row * columns, (row + 1) * columns);
      classes.computeIfAbsent(classOf[row], l -> new ArrayList<>()).add(member);
    }
    List<List<float[]>> members = List.copyOf(classes.values());
    requireMembers(data, classes.keySet().stream().map(String::valueOf).toList(), members, least);
    int hash = 31 * Arrays.hashCode(classOf) + Arrays.hashCode(numbers);
    return Read.of(columns, members, share, "embeddings " + hash);
  }
}
