package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.attune.model.data.DataException;
import org.attune.model.data.Embeddings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Embeddings in Parquet files, as Spark writes them, and spoiled ones. */
class TestEmbeddingFile {

  private static final String FLOATS =
      "optional group features (LIST) { repeated group list { optional float element; } }";
  private static final String NUMBERED = "message m { " + FLOATS + " optional int64 label; }";
  private static final String NAMED =
      "message m { optional group features (LIST) { repeated group list {"
          + " optional double element; } } optional binary label (STRING); }";

  @TempDir Path folder;

  /** A row: its label, or null for none, and its numbers, null for one that is null. */
  private record Row(Object label, Double... features) {}

  @Test
  void rowsAreReadWithTheirClasses() throws Exception {
    Path file = write("a.parquet", NUMBERED, new Row(7L, 0.5, 1.0), new Row(3L, 2.0, -1.0));

    Embeddings read = read(file);

    assertThat(read.columns()).isEqualTo(2);
    assertThat(read.labels()).containsExactly("7", "3");
    assertThat(read.rows().get(1)).containsExactly(2, -1);
  }

  @Test
  void partsOfAFolderAreReadInOrder() throws Exception {
    Files.createDirectory(folder.resolve("all"));
    write("all/part-1.parquet", NAMED, new Row("cat", 3.0));
    write("all/part-0.parquet", NAMED, new Row("dog", 1.0), new Row("cat", 2.0));

    Embeddings read = read(folder.resolve("all"));

    Map<String, List<float[]>> classes = read.byClass();
    assertThat(classes.keySet()).containsExactly("cat", "dog");
    assertThat(classes.get("cat")).extracting(Arrays::toString).containsExactly("[2.0]", "[3.0]");
  }

  @Test
  void otherFilesAreNone() throws Exception {
    Path file = Files.writeString(folder.resolve("text.txt"), "abc");

    assertThat(HadoopData.at(file.toString()).embeddings()).isEmpty();
    assertThat(HadoopData.at(folder.toString()).embeddings()).isEmpty();
  }

  @Test
  void spoiledFilesAreRefusedWithNameAndRow() throws Exception {
    Path good = write("good.parquet", NUMBERED, new Row(7L, 0.5, 1.0));
    byte[] bytes = Files.readAllBytes(good);

    requireRefused(Files.write(folder.resolve("cut.parquet"), Arrays.copyOf(bytes, 60)), "row 0");
    requireRefused(Files.writeString(folder.resolve("text.parquet"), "abc"), "row 0");
    requireRefused(Files.write(folder.resolve("none.parquet"), new byte[0]), "row 0");
    byte[] damaged = bytes.clone();
    Arrays.fill(damaged, 4, 40, (byte) 0x55);
    requireRefused(Files.write(folder.resolve("damaged.parquet"), damaged), "it is damaged");
    requireRefused(write("empty.parquet", NUMBERED), "it has no rows");
    requireRefused(
        write("ragged.parquet", NUMBERED, new Row(1L, 1.0, 2.0), new Row(1L, 1.0)),
        "row 1: 1 numbers, and the first row has 2");
    requireRefused(
        write("nan.parquet", NUMBERED, new Row(1L, 1.0, Double.NaN)), "row 0: feature 1 is NaN");
    requireRefused(
        write("large.parquet", NUMBERED.replace("float", "double"), new Row(1L, 1.0, 1e39)),
        "row 0: feature 1 is 1.0E39, which float32 cannot hold");
    requireRefused(
        write("null.parquet", NUMBERED, new Row(1L, 1.0, null)), "row 0: feature 1 is null");
    requireRefused(write("unlabelled.parquet", NUMBERED, new Row(null, 1.0)), "it has no label");
    requireRefused(
        write("unnamed.parquet", NUMBERED.replace("label", "class"), new Row(null, 1.0)),
        "it has no column 'label' among [features, class]");
    requireRefused(
        write("real.parquet", NUMBERED.replace("int64", "double"), new Row(null, 1.0)),
        "wanted are 'features', a list of floats or doubles, and 'label', whole numbers or text");
  }

  private static void requireRefused(Path file, String says) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("Cannot read " + file.getFileName())
        .hasMessageContaining(says);
  }

  private static Embeddings read(Path path) throws Exception {
    return HadoopData.at(path.toString()).embeddings().orElseThrow();
  }

  private Path write(String name, String schema, Row... rows) throws Exception {
    Path file = folder.resolve(name);
    MessageType type = MessageTypeParser.parseMessageType(schema);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new org.apache.hadoop.fs.Path(file.toUri()))
            .withType(type)
            .withConf(new Configuration(false))
            .build()) {
      for (Row row : rows) {
        Group group = new SimpleGroupFactory(type).newGroup();
        Group list = group.addGroup("features");
        for (Double feature : row.features()) {
          Group element = list.addGroup("list");
          if (feature != null && schema.contains("float")) {
            element.add("element", feature.floatValue());
          } else if (feature != null) {
            element.add("element", feature);
          }
        }
        if (row.label() instanceof Long number) {
          group.add("label", number);
        } else if (row.label() instanceof String text) {
          group.add("label", text);
        }
        writer.write(group);
      }
    }
    return file;
  }
}
