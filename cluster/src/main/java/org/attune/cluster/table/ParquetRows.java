package org.attune.cluster.table;

import java.io.IOException;
import java.util.List;
import org.apache.commons.io.function.IOConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.attune.sweeps.table.Column;

/** Encodes rows as the bytes of a Parquet file, and decodes them. */
final class ParquetRows {
  private ParquetRows() {}

  /** Receives rows one by one. */
  static final class Sink {
    private final MemoryFile file = new MemoryFile();
    private final ParquetWriter<Object[]> writer;
    private long rows;

    Sink(String table, List<Column> columns) throws IOException {
      this.writer = writer(file, table, columns);
    }

    void add(Object[] row) throws IOException {
      writer.write(row);
      rows++;
    }

    long rows() {
      return rows;
    }

    /** Ends the file and returns its bytes. */
    byte[] finish() throws IOException {
      writer.close();
      return file.written();
    }
  }

  /** Writes rows to a file, group by group. */
  static ParquetWriter<Object[]> writer(OutputFile file, String table, List<Column> columns)
      throws IOException {
    return new WriterBuilder(file, new RowWriteSupport(table, columns))
        .withConf(new Configuration(false))
        .withCompressionCodec(CompressionCodecName.SNAPPY)
        .withPageWriteChecksumEnabled(true)
        .build();
  }

  /** Visits each row of a Parquet file, with a value or null for each of {@code columns}. */
  static void read(byte[] parquet, List<Column> columns, IOConsumer<Object[]> visitor)
      throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder()
            .usePageChecksumVerification()
            .withCodecFactory(new CodecFactory(new Configuration(false), 0))
            .build();
    try (ParquetFileReader file = ParquetFileReader.open(new MemoryFile(parquet), options)) {
      MessageType schema = file.getFileMetaData().getSchema();
      MessageColumnIO io = new ColumnIOFactory().getColumnIO(schema);
      PageReadStore group = file.readNextRowGroup();
      while (group != null) {
        RecordReader<Object[]> rows = io.getRecordReader(group, new RowAssembler(schema, columns));
        for (long i = 0; i < group.getRowCount(); i++) {
          visitor.accept(rows.read());
        }
        group = file.readNextRowGroup();
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
}
