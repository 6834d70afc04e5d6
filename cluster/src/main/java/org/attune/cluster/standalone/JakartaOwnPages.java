package org.attune.cluster.standalone;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@link OwnPages} for Spark 4, which serves its pages by {@code jakarta.servlet}. */
public final class JakartaOwnPages implements Filter {

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
