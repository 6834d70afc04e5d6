package org.attune.cluster.standalone;

import java.io.IOException;
import java.util.regex.Pattern;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Answers with 403 unless the request names this machine as its host. So a website cannot read
 * pages on loopback by giving its own name this machine's address (DNS rebinding). Spark's history
 * server has it as {@code spark.ui.filters}.
 */
public final class OwnPages implements Filter {

  private static final Pattern OWN = Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain rest)
      throws IOException, ServletException {
    String host = ((HttpServletRequest) request).getHeader("Host");
    if (host != null && OWN.matcher(host).matches()) {
      rest.doFilter(request, response);
      return;
    }
    HttpServletResponse answer = (HttpServletResponse) response;
    answer.setStatus(HttpServletResponse.SC_FORBIDDEN);
    answer.setContentType("text/plain;charset=utf-8");
    answer.getWriter().println("These pages are for this machine only.");
  }
}
