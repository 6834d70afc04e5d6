package org.attune.model.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestImageArchive {

  /** A data set has tens of thousands of images, and the folder may be full or read-only. */
  @Test
  void readsImagesWithoutTemporaryFiles(@TempDir Path folder) throws Exception {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(9, 9, BufferedImage.TYPE_BYTE_GRAY), "png", png);
    Path cache = Files.createDirectory(folder.resolve("cache"));
    try {
      ImageIO.setCacheDirectory(cache.toFile());
      Files.delete(cache);
      ImageSet images =
          ImageArchive.folder(
              List.of("a/1.png", "b/1.png"),
              path -> new ByteArrayInputStream(png.toByteArray()),
              "signs",
              8);
      assertThat(images.names()).containsExactly("a", "b");
    } finally {
      ImageIO.setCacheDirectory(null);
    }
  }

  /** 20 such files took 20 s to read. */
  @Test
  void smallFilesOfManyPixelsAreRefusedBeforeTheyAreDecoded() throws Exception {
    for (String format : List.of("png", "gif")) {
      ByteArrayOutputStream empty = new ByteArrayOutputStream();
      ImageIO.write(new BufferedImage(4096, 4096, BufferedImage.TYPE_BYTE_BINARY), format, empty);
      byte[] content = empty.toByteArray();
      List<Integer> opened = new ArrayList<>();

      assertThatThrownBy(
              () ->
                  ImageArchive.folder(
                      IntStream.range(0, 20).mapToObj(i -> "a/" + i).toList(),
                      path -> {
                        opened.add(content.length);
                        return new ByteArrayInputStream(content);
                      },
                      "signs",
                      8))
          .isInstanceOf(DataException.class)
          .hasMessageContaining(
              "the images unpack to more pixels than is allowed: 200 for each byte of their files");
      assertThat(opened).as(format).hasSizeLessThan(5);
    }
  }
}
