package org.attune.notebooks;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Decides who may ask the notes' server for what. A request must name this machine as its host,
 * must not come from a page of another origin, must carry the token, and must be one that the page
 * of notes needs. Everything else of Zeppelin's interface is closed, its websocket included.
 *
 * @param token that the launcher has printed in the address
 * @param cookie the name of the cookie that carries the token after the first page
 */
public record Gate(String token, String cookie) {

  private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");
  private static final String PAGE = "/";
  private static final String GET = "GET";
  private static final String TOKEN = "token=";

  /** What the page of notes asks for, and the import of a note. */
  private static final List<Pattern> OPEN =
      List.of(
          Pattern.compile(
              "GET /(index\\.html|(notes|editor|reasons|home|charts|echarts\\.min)\\.js|names\\.json|notes\\.css)?"),
          Pattern.compile("GET /api/(version|notebook|notebook/\\w+)"),
          Pattern.compile("POST /api/notebook/\\w+/paragraph"),
          Pattern.compile("PUT /api/notebook/\\w+/paragraph/[\\w-]+"),
          Pattern.compile("POST /api/notebook/run/\\w+/[\\w-]+"),
          Pattern.compile("POST /api/notebook/job/\\w+"),
          Pattern.compile("POST /api/notebook/import"));

  /** What becomes of a request. */
  public enum Admission {
    /** The request is passed on. */
    ADMIT(200, ""),
    /** The request is passed on, and the reply sets the cookie. */
    WELCOME(200, ""),
    /** The request comes from another site, or by another name of this machine. */
    FOREIGN(403, "Refused: this server answers pages of its own at 127.0.0.1 and localhost only."),
    /** The request has no token. */
    UNKNOWN(401, "Refused: open the address that notebooks/zeppelin printed, with its token."),
    /** The server does not offer this. */
    CLOSED(404, "Refused: this server lists, changes and runs notes, and does nothing else.");

    private final int status;
    private final String reason;

    Admission(int status, String reason) {
      this.status = status;
      this.reason = reason;
    }

    /** The HTTP status of the reply. */
    public int status() {
      return status;
    }

    /** One sentence for the reader; empty where the request is passed on. */
    public String reason() {
      return reason;
    }
  }

  /**
   * A request's line and headers. A text that the request lacks is empty.
   *
   * @param method such as {@code GET}
   * @param path as it was sent, still encoded
   * @param query the part of the address behind the question mark
   * @param host the header {@code Host}
   * @param origin the header {@code Origin}
   * @param cookies the header {@code Cookie}
   */
  public record PageRequest(
      String method, String path, String query, String host, String origin, String cookies) {}

  /** Decides on a request. */
  public Admission judge(PageRequest request) {
    String host = request.host().toLowerCase(Locale.ROOT);
    String origin = request.origin().toLowerCase(Locale.ROOT);
    if (!HOSTS.contains(PORT.matcher(host).replaceFirst(""))
        || !(origin.isEmpty() || origin.equals("http://" + host))) {
      return Admission.FOREIGN;
    }
    boolean known = parts(request.cookies(), ";").anyMatch(this::isCookie);
    boolean welcome =
        !known
            && request.method().equals(GET)
            && request.path().equals(PAGE)
            && parts(request.query(), "&").anyMatch(part -> matches(TOKEN, part));
    if (!known && !welcome) {
      return Admission.UNKNOWN;
    }
    String asked = request.method() + " " + request.path();
    if (OPEN.stream().noneMatch(pattern -> pattern.matcher(asked).matches())) {
      return Admission.CLOSED;
    }
    return welcome ? Admission.WELCOME : Admission.ADMIT;
  }

  /** The header that sets the cookie. Scripts cannot read it, and other sites cannot send it. */
  public String setCookie() {
    return cookie + "=" + token + "; Path=/; HttpOnly; SameSite=Strict";
  }

  private boolean isCookie(String part) {
    return matches(cookie + "=", part);
  }

  private static Stream<String> parts(String text, String separator) {
    return Arrays.stream(text.split(separator)).map(String::strip);
  }

  /** Compares in a time that does not tell how much was right. */
  private boolean matches(String name, String part) {
    return part.startsWith(name)
        && MessageDigest.isEqual(
            part.substring(name.length()).getBytes(StandardCharsets.UTF_8),
            token.getBytes(StandardCharsets.UTF_8));
  }
}
