package org.attune.cluster.standalone;

import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletResponse;

/**
 * Answers every request to a daemon's web pages with 403. Spark's masters and workers always serve
 * pages, without a login, and another website can end applications through them. Only {@code
 * spark.ui.filters} can close these pages. For Spark 3.5.
 */
public final class ClosedPages implements Filter {

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain rest)
      throws IOException {
    HttpServletResponse answer = (HttpServletResponse) response;
    answer.setStatus(Refusal.FORBIDDEN);
    answer.setContentType(Refusal.TYPE);
    answer.getWriter().println(Refusal.CLOSED);
  }
}
