package org.attune.cluster.standalone;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@link ClosedPages} for Spark 4, which serves its pages by {@code jakarta.servlet}. */
public final class JakartaClosedPages implements Filter {

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain rest)
      throws IOException {
    HttpServletResponse answer = (HttpServletResponse) response;
    answer.setStatus(Refusal.FORBIDDEN);
    answer.setContentType(Refusal.TYPE);
    answer.getWriter().println(Refusal.CLOSED);
  }
}
