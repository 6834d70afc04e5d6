package org.attune.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Reads a journal's events as JSON, and writes any JSON as a journal whose checksums fit. */
final class ForgedJournal {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] MAGIC = {'A', 'T', 'T', 'U', 'N', 'E', 'J', 3};
  private static final int HEADER_BYTES = 24;
  private static final byte GROUP = 1;

  private ForgedJournal() {}

  static List<JsonNode> read(byte[] journal) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(journal).position(MAGIC.length);
    while (in.remaining() >= HEADER_BYTES) {
      int length = in.getInt();
      in.position(in.position() + HEADER_BYTES - Integer.BYTES);
      byte[] payload = new byte[length];
      in.get(payload);
      if (length > 0 && payload[0] == GROUP) {
        byte[] rest = Arrays.copyOfRange(payload, 1 + Integer.BYTES, length);
        ByteBuffer group =
            ByteBuffer.wrap(
                new InflaterInputStream(new ByteArrayInputStream(rest), new Inflater(true))
                    .readAllBytes());
        while (group.hasRemaining()) {
          byte[] event = new byte[group.getInt()];
          group.get(event);
          events.add(JSON.readTree(event));
        }
      } else if (length > 0) {
        events.add(JSON.readTree(payload));
      }
    }
    return events;
  }

  static byte[] write(List<JsonNode> events) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(MAGIC);
    for (int i = 0; i < events.size(); i++) {
      byte[] payload = JSON.writeValueAsBytes(events.get(i));
      ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + payload.length);
      frame.putInt(payload.length).putInt(0).putLong(i).putLong(out.size()).put(payload);
      CRC32C checksum = new CRC32C();
      checksum.update(frame.array(), 8, frame.capacity() - 8);
      frame.putInt(4, (int) checksum.getValue());
      out.writeBytes(frame.array());
    }
    return out.toByteArray();
  }
}
