package org.attune.sweeps.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A file's length and hash when it was written.
 *
 * @param bytes its length
 * @param sha256 64 hexadecimal digits
 */
public record Digest(long bytes, String sha256) {

  /** The digest of a file's whole content. */
  public static Digest of(byte[] content) {
    return new Digest(content.length, HexFormat.of().formatHex(newDigest().digest(content)));
  }

  /** The digest of the rest of a stream. */
  public static Digest of(InputStream content) throws IOException {
    MessageDigest sha256 = newDigest();
    try (DigestInputStream in = new DigestInputStream(content, sha256)) {
      long bytes = in.transferTo(OutputStream.nullOutputStream());
      return new Digest(bytes, HexFormat.of().formatHex(sha256.digest()));
    }
  }

  static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
