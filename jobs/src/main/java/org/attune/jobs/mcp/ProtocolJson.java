package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import java.io.IOException;

/**
 * The SDK's JSON by Spark's Jackson: the SDK's own modules bring a Jackson that Spark 3.5 lacks.
 */
final class ProtocolJson implements McpJsonMapper {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  @Override
  public <T> T readValue(String content, Class<T> type) throws IOException {
    return MAPPER.readValue(content, type);
  }

  @Override
  public <T> T readValue(byte[] content, Class<T> type) throws IOException {
    return MAPPER.readValue(content, type);
  }

  @Override
  public <T> T readValue(String content, TypeRef<T> type) throws IOException {
    return MAPPER.readValue(content, MAPPER.constructType(type.getType()));
  }

  @Override
  public <T> T readValue(byte[] content, TypeRef<T> type) throws IOException {
    return MAPPER.readValue(content, MAPPER.constructType(type.getType()));
  }

  @Override
  public <T> T convertValue(Object from, Class<T> type) {
    return MAPPER.convertValue(from, type);
  }

  @Override
  public <T> T convertValue(Object from, TypeRef<T> type) {
    return MAPPER.convertValue(from, MAPPER.constructType(type.getType()));
  }

  @Override
  public String writeValueAsString(Object value) throws IOException {
    return MAPPER.writeValueAsString(value);
  }

  @Override
  public byte[] writeValueAsBytes(Object value) throws IOException {
    return MAPPER.writeValueAsBytes(value);
  }
}
