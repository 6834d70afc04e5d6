package org.attune.cluster.trial;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.attune.model.data.DataException;
import org.attune.model.data.Embeddings;

/**
 * Labelled embeddings in a Parquet file. Column {@code features} is a list of floats or doubles, as
 * Spark writes an array. Column {@code label} holds whole numbers or text.
 */
final class EmbeddingFile {

  private static final String FEATURES = "features";
  private static final String LABEL = "label";
  private static final String WANTED =
      "wanted are 'features', a list of floats or doubles, and 'label', whole numbers or text";
  private static final long MOST_NUMBERS = 1L << 28; // a gigabyte of floats

  private final Path path;
  private final String file;
  private final List<float[]> rows = new ArrayList<>();
  private final List<String> labels = new ArrayList<>();
  private long numbers;

  private EmbeddingFile(Path path) {
    this.path = path;
    this.file = path.getName();
  }

  /** Whether a file with this name is read as embeddings. */
  static boolean is(String name) {
    return name.endsWith(".parquet");
  }

  /**
   * Reads files of one schema, in order.
   *
   * @throws DataException if a file has other columns, is truncated, or has an invalid row
   */
  static Embeddings read(List<Path> paths, Configuration configuration) throws IOException {
    List<float[]> rows = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (Path path : paths) {
      EmbeddingFile file = new EmbeddingFile(path);
      file.read(configuration, rows.isEmpty() ? 0 : rows.get(0).length);
      rows.addAll(file.rows);
      labels.addAll(file.labels);
    }
    if (rows.isEmpty()) {
      throw new DataException(paths.get(0).getName(), "", "it has no rows");
    }
    return new Embeddings(rows, labels);
  }

  private void read(Configuration configuration, int columns) throws IOException {
    int width = columns;
    try {
      requireSchema(configuration);
      try (ParquetReader<Group> reader =
          ParquetReader.builder(new GroupReadSupport(), path).withConf(configuration).build()) {
        for (Group row = reader.read(); row != null; row = reader.read()) {
          float[] features = features(row);
          width = width == 0 ? features.length : width;
          if (features.length != width) {
            throw wrong("%d numbers, and the first row has %d".formatted(features.length, width));
          }
          labels.add(label(row));
          rows.add(features);
        }
      }
    } catch (DataException | FileNotFoundException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // Parquet's errors for a damaged file
      throw new DataException(file, "row " + rows.size(), "it is damaged: " + reason(e));
    }
  }

  private static String reason(Exception e) {
    return Optional.ofNullable(e.getMessage()).orElse(e.toString()).lines().findFirst().orElse("");
  }

  private void requireSchema(Configuration configuration) throws IOException {
    MessageType schema;
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(path, configuration))) {
      schema = reader.getFileMetaData().getSchema();
    }
    List<String> names = schema.getFields().stream().map(Type::getName).toList();
    for (String name : List.of(FEATURES, LABEL)) {
      if (!names.contains(name)) {
        throw new DataException(
            file, "", "it has no column '%s' among %s; %s".formatted(name, names, WANTED));
      }
    }
    if (!isNumbers(schema.getType(FEATURES)) || !isLabel(schema.getType(LABEL))) {
      throw new DataException(
          file,
          "",
          "'features' is %s and 'label' is %s; %s"
              .formatted(schema.getType(FEATURES), schema.getType(LABEL), WANTED));
    }
  }

  private static boolean isNumbers(Type type) {
    if (type.isPrimitive() || type.asGroupType().getFieldCount() != 1) {
      return false;
    }
    Type repeated = type.asGroupType().getType(0);
    Type element =
        repeated.isPrimitive() || repeated.asGroupType().getFieldCount() != 1
            ? repeated
            : repeated.asGroupType().getType(0);
    return repeated.isRepetition(Type.Repetition.REPEATED)
        && element.isPrimitive()
        && Stream.of(PrimitiveTypeName.FLOAT, PrimitiveTypeName.DOUBLE)
            .anyMatch(element.asPrimitiveType().getPrimitiveTypeName()::equals);
  }

  private static boolean isLabel(Type type) {
    if (!type.isPrimitive() || type.isRepetition(Type.Repetition.REPEATED)) {
      return false;
    }
    return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
      case INT32, INT64 -> true;
      case BINARY ->
          type.getLogicalTypeAnnotation()
              instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation;
      default -> false;
    };
  }

  private float[] features(Group row) throws DataException {
    if (row.getFieldRepetitionCount(FEATURES) == 0) {
      throw wrong("it has no features");
    }
    Group list = row.getGroup(FEATURES, 0);
    GroupType type = list.getType();
    boolean plain = type.getType(0).isPrimitive();
    float[] all = new float[list.getFieldRepetitionCount(0)];
    numbers += all.length;
    if (numbers > MOST_NUMBERS) {
      throw wrong("more than %,d numbers".formatted(MOST_NUMBERS));
    }
    if (all.length == 0) {
      throw wrong("it has no features");
    }
    for (int i = 0; i < all.length; i++) {
      Group in = plain ? list : list.getGroup(0, i);
      int at = plain ? i : 0;
      if (in.getFieldRepetitionCount(0) <= at) {
        throw wrong("feature %d is null".formatted(i));
      }
      PrimitiveTypeName kind = in.getType().getType(0).asPrimitiveType().getPrimitiveTypeName();
      double number = kind == PrimitiveTypeName.FLOAT ? in.getFloat(0, at) : in.getDouble(0, at);
      all[i] = (float) number;
      if (!Float.isFinite(all[i])) {
        throw wrong("feature %d is %s, which float32 cannot hold".formatted(i, number));
      }
    }
    return all;
  }

  private String label(Group row) throws DataException {
    if (row.getFieldRepetitionCount(LABEL) == 0) {
      throw wrong("it has no label");
    }
    return row.getValueToString(row.getType().getFieldIndex(LABEL), 0);
  }

  private DataException wrong(String what) {
    return new DataException(file, "row " + rows.size(), what);
  }
}
