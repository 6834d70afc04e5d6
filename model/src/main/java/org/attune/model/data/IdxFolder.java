package org.attune.model.data;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pairs of IDX files in a folder, as MNIST comes: images and labels for training, and both for
 * the test. All pairs together are one set of images.
 */
public final class IdxFolder {

  /** The beginning that a pair shares, the kind, and the rest: {@code train-images-idx3-ubyte}. */
  private static final Pattern NAME = Pattern.compile("(.*)(images|labels)[-.]idx.*");

  private static final String PACKED = ".gz";

  private final List<String> files;
  private final ImageArchive.Opener opener;
  private final String folder; // for messages

  /**
   * @param files paths below the folder
   * @param opener opens one of the paths
   * @param folder its name, for messages
   */
  public IdxFolder(List<String> files, ImageArchive.Opener opener, String folder) {
    this.files = List.copyOf(files);
    this.opener = opener;
    this.folder = folder;
  }

  /** Whether a folder has such files. */
  public boolean isOne() {
    return files.stream().anyMatch(file -> isVisible(file) && NAME.matcher(file).matches());
  }

  /**
   * Reads all pairs. A file that is there both plain and packed by gzip is read plain.
   *
   * @param side pixels along an edge of the images returned
   * @throws DataException if a file has no partner, the pairs are of different data sets, or a file
   *     is malformed
   */
  public ImageSet read(int side) throws IOException {
    SortedMap<String, String> images = named("images");
    SortedMap<String, String> labels = named("labels");
    requirePartners(images, labels, "labels");
    requirePartners(labels, images, "images");
    requireOneSet(images);
    List<ImageSet> pairs = new ArrayList<>();
    for (String beginning : images.keySet()) {
      String pixels = images.get(beginning);
      String classes = labels.get(beginning);
      try (InputStream pixelsIn = new BufferedInputStream(opener.open(pixels));
          InputStream classesIn = new BufferedInputStream(opener.open(classes))) {
        pairs.add(IdxFile.labelled(pixelsIn, pixels, classesIn, classes, side));
      }
    }
    return ImageSet.joined(side, pairs).inked();
  }

  /** Returns the files of a kind by the beginning of their names. */
  private SortedMap<String, String> named(String kind) throws DataException {
    SortedMap<String, String> named = new TreeMap<>();
    for (String file : files) {
      Matcher name = NAME.matcher(file);
      boolean packedTwin =
          file.endsWith(PACKED)
              && files.contains(file.substring(0, file.length() - PACKED.length()));
      if (!isVisible(file) || packedTwin || !name.matches() || !name.group(2).equals(kind)) {
        continue;
      }
      String other = named.putIfAbsent(name.group(1), file);
      if (other != null) {
        throw new DataException(
            folder,
            "",
            "'%s' and '%s' are two files of one kind; remove one".formatted(other, file));
      }
    }
    return named;
  }

  /** Desktops leave hidden files behind. */
  private static boolean isVisible(String file) {
    return !file.startsWith("__MACOSX")
        && !file.substring(file.lastIndexOf('/') + 1).startsWith(".");
  }

  private void requirePartners(
      Map<String, String> files, Map<String, String> partners, String missing)
      throws DataException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      if (!partners.containsKey(file.getKey())) {
        throw new DataException(
            folder,
            "'" + file.getValue() + "'",
            "there are no %s with it; both must begin with '%s'".formatted(missing, file.getKey()));
      }
    }
  }

  /** Classes of different sets would become one, as a digit and a shoe have the same label. */
  private void requireOneSet(SortedMap<String, String> images) throws DataException {
    String first = images.firstKey();
    for (Map.Entry<String, String> file : images.entrySet()) {
      if (!SplitWord.without(file.getKey()).equals(SplitWord.without(first))) {
        throw new DataException(
            folder,
            "",
            "'%s' and '%s' belong to different sets of images; name a folder with one set"
                .formatted(images.get(first), file.getValue()));
      }
    }
  }
}
