package org.attune.cluster.standalone;

import java.io.IOException;
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
 * server has it as {@code spark.ui.filters}. For Spark 3.5.
 */
public final class OwnPages implements Filter {

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain rest)
      throws IOException, ServletException {
    String host = ((HttpServletRequest) request).getHeader("Host");
    if (Refusal.isForThisMachine(host)) {
      rest.doFilter(request, response);
      return;
    }
    HttpServletResponse answer = (HttpServletResponse) response;
    answer.setStatus(Refusal.FORBIDDEN);
    answer.setContentType(Refusal.TYPE);
    answer.getWriter().println(Refusal.FOREIGN);
  }
}
