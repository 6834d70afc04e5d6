package org.attune.model.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Grey square images by class.
 *
 * @param side pixels along an edge
 * @param names names of the classes
 * @param members each class's images, each of side² numbers from 0 to 1, row by row
 */
public record ImageSet(int side, List<String> names, List<List<float[]>> members) {

  public ImageSet {
    names = List.copyOf(names);
    members = members.stream().map(List::copyOf).toList();
  }

  /** Returns the images of several sets, by class; classes come in the order of their numbers. */
  static ImageSet joined(int side, List<ImageSet> sets) {
    SortedMap<Integer, List<float[]>> all = new TreeMap<>();
    for (ImageSet set : sets) {
      for (int c = 0; c < set.names.size(); c++) {
        all.computeIfAbsent(Integer.valueOf(set.names.get(c)), name -> new ArrayList<>())
            .addAll(set.members.get(c));
      }
    }
    List<String> names = all.keySet().stream().map(String::valueOf).toList();
    return new ImageSet(side, names, List.copyOf(all.values()));
  }

  /** Returns the number of images. */
  public int count() {
    return members.stream().mapToInt(List::size).sum();
  }

  /** Returns the images with ink 1 on paper 0; the more frequent tone is paper. */
  ImageSet inked() {
    double sum = 0;
    for (List<float[]> images : members) {
      for (float[] image : images) {
        for (float pixel : image) {
          sum += pixel;
        }
      }
    }
    if (sum <= 0.5 * count() * side * side) {
      return this;
    }
    return new ImageSet(
        side,
        names,
        members.stream().map(all -> all.stream().map(ImageSet::inverse).toList()).toList());
  }

  private static float[] inverse(float[] image) {
    float[] inverse = new float[image.length];
    for (int i = 0; i < image.length; i++) {
      inverse[i] = 1 - image[i];
    }
    return inverse;
  }

  /**
   * Scales an image. Each new pixel is the mean of the old pixels below it, by area.
   *
   * @param pixels width by height, row by row
   */
  static float[] resized(float[] pixels, int width, int height, int side) {
    double[] sums = new double[side * side];
    double[] areas = new double[side * side];
    for (int y = 0; y < height; y++) {
      double top = (double) y * side / height;
      double bottom = (y + 1.0) * side / height;
      for (int x = 0; x < width; x++) {
        double left = (double) x * side / width;
        double right = (x + 1.0) * side / width;
        for (int row = (int) top; row < Math.min(side, Math.ceil(bottom)); row++) {
          double tall = Math.min(bottom, row + 1) - Math.max(top, row);
          for (int column = (int) left; column < Math.min(side, Math.ceil(right)); column++) {
            double area = tall * (Math.min(right, column + 1) - Math.max(left, column));
            sums[row * side + column] += area * pixels[y * width + x];
            areas[row * side + column] += area;
          }
        }
      }
    }
    float[] image = new float[side * side];
    for (int i = 0; i < image.length; i++) {
      image[i] = (float) (areas[i] > 0 ? sums[i] / areas[i] : 0);
    }
    return image;
  }

  @Override
  public String toString() {
    double sum = 0;
    for (List<float[]> images : members) {
      for (float[] image : images) {
        sum = 31 * sum % 1e9 + Arrays.hashCode(image);
      }
    }
    return "%d images of %d classes, side %d, hash %.0f"
        .formatted(count(), names.size(), side, sum);
  }
}
