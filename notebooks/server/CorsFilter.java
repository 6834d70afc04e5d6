package org.apache.zeppelin.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.attune.notebooks.Gate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the {@link Gate} in front of every request to the server, the websocket's included. Zeppelin
 * makes its first filter by this name; Zeppelin's own class lets pages of other sites in.
 */
public final class CorsFilter implements Filter {

  private static final Logger LOG = LoggerFactory.getLogger(CorsFilter.class);

  /** Pages run the server's own scripts only, and no other page frames them. */
  private static final String CONTENT =
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src"
          + " 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private String token;

  @Override
  public void init(FilterConfig config) throws ServletException {
    String file = System.getProperty("attune.notes.token");
    try {
      token = file == null ? "" : Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw new ServletException("Cannot read the token's file " + file, e);
    }
    if (token.isEmpty()) {
      throw new ServletException(
          "Missing attune.notes.token: start the server by notebooks/zeppelin");
    }
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getDispatcherType() != DispatcherType.REQUEST) { // was admitted when it came
      chain.doFilter(request, response);
      return;
    }
    HttpServletRequest asked = (HttpServletRequest) request;
    HttpServletResponse answer = (HttpServletResponse) response;
    Gate gate = new Gate(token, "attune-notes-" + request.getLocalPort());
    Gate.Admission verdict =
        gate.judge(
            new Gate.PageRequest(
                asked.getMethod(),
                asked.getRequestURI(),
                given(asked.getQueryString()),
                given(asked.getHeader("Host")),
                given(asked.getHeader("Origin")),
                given(asked.getHeader("Cookie"))));
    answer.setHeader("Content-Security-Policy", CONTENT);
    answer.setHeader("X-Content-Type-Options", "nosniff");
    answer.setHeader("X-Frame-Options", "DENY");
    answer.setHeader("Referrer-Policy", "no-referrer");
    answer.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    answer.setHeader("Cache-Control", "no-store");
    if (verdict == Gate.Admission.WELCOME) {
      answer.setHeader("Set-Cookie", gate.setCookie());
    }
    if (verdict.reason().isEmpty()) {
      chain.doFilter(request, response);
    } else {
      LOG.warn("{} {}: {}", asked.getMethod(), asked.getRequestURI(), verdict.reason());
      answer.setStatus(verdict.status());
      answer.setContentType("text/plain;charset=utf-8");
      answer.getOutputStream().write((verdict.reason() + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  @Override
  public void destroy() {}

  private static String given(String text) {
    return text == null ? "" : text;
  }
}
