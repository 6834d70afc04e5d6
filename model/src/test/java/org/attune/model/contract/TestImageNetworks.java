package org.attune.model.contract;

import java.util.stream.Stream;

/** Networks of sets of small images. */
class TestImageNetworks extends NetworkContract {

  private static final int DECODER = (1 + 1) * 8 + (8 + 1);

  @Override
  int columns() {
    return 16; // 4 x 4 pixels
  }

  @Override
  boolean discrete() {
    return false;
  }

  @Override
  Stream<Case> cases() {
    return Stream.of(
        images("two blocks", 9 * 3 + 6 + 27 * 3 + 6, "filters", "3", "blocks", "2"),
        images("normed image by image", 9 * 2 + 4, "filters", "2", "blocks", "1", "norm", "image"));
  }

  private static Case images(String name, long encoder, String... settings) {
    String[] all = new String[6 + settings.length];
    String[] kvq = {
      "model.kind", "kvq", "model.heads", "1", "model.kind.embedding", "convolutional"
    };
    System.arraycopy(kvq, 0, all, 0, kvq.length);
    for (int i = 0; i < settings.length; i += 2) {
      all[6 + i] = "model.kind.embedding." + settings[i];
      all[7 + i] = settings[i + 1];
    }
    return Case.of(name, encoder + DECODER, all);
  }
}
