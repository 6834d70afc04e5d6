package org.attune.cluster.table;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.attune.sweeps.table.Column;

/** Rows to the bytes of a Parquet file, and back. */
final class ParquetRows {
  private ParquetRows() {}

  /** Where rows are put one by one. */
  static final class Sink {
    private final MemoryFile file = new MemoryFile();
    private final ParquetWriter<Object[]> writer;
    private long rows;

    Sink(String table, List<Column> columns) throws IOException {
      this.writer =
          new WriterBuilder(file, new RowWriteSupport(table, columns))
              .withConf(new Configuration(false))
              .withCompressionCodec(CompressionCodecName.SNAPPY)
              .build();
    }

    void add(Object[] row) throws IOException {
      writer.write(row);
      rows++;
    }

    long rows() {
      return rows;
    }

    /** Ends the file and returns it. */
    byte[] finish() throws IOException {
      writer.close();
      return file.written();
    }
  }

  /** Where rows are taken one by one. */
  interface Visitor {
    void visit(Object[] row) throws IOException;
  }

  /** Shows each row of a Parquet file, with a value or null for each of {@code columns}. */
  static void read(byte[] parquet, List<Column> columns, Visitor visitor) throws IOException {
    RowReadSupport support = new RowReadSupport(columns);
    try (ParquetReader<Object[]> reader =
        new ReaderBuilder(new MemoryFile(parquet), support).build()) {
      for (Object[] row = reader.read(); row != null; row = reader.read()) {
        visitor.visit(row);
      }
    }
  }

  private static final class WriterBuilder extends ParquetWriter.Builder<Object[], WriterBuilder> {
    private final RowWriteSupport support;

    WriterBuilder(OutputFile file, RowWriteSupport support) {
      super(file);
      this.support = support;
    }

    @Override
    protected WriterBuilder self() {
      return this;
    }

    @Override
    protected WriteSupport<Object[]> getWriteSupport(Configuration configuration) {
      return support;
    }
  }

  private static final class ReaderBuilder extends ParquetReader.Builder<Object[]> {
    private final RowReadSupport support;

    ReaderBuilder(InputFile file, RowReadSupport support) {
      super(file);
      this.support = support;
    }

    @Override
    protected ReadSupport<Object[]> getReadSupport() {
      return support;
    }
  }
}
