package org.attune.cluster.standalone;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/** {@link PageFilter} for Spark 4, which serves its pages by {@code jakarta.servlet}. */
public final class JakartaPageFilter implements Filter {

  private PageRefusal refusal = PageRefusal.OF_ALL;

  @Override
  public void init(FilterConfig settings) {
    refusal = PageRefusal.by(settings.getInitParameter(PageRefusal.OPEN_TO));
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain rest)
      throws IOException, ServletException {
    Optional<String> refused = refusal.of(((HttpServletRequest) request).getHeader("Host"));
    if (refused.isEmpty()) {
      rest.doFilter(request, response);
      return;
    }
    HttpServletResponse answer = (HttpServletResponse) response;
    answer.setStatus(PageRefusal.FORBIDDEN);
    answer.setContentType(PageRefusal.TYPE);
    answer.getWriter().println(refused.get());
  }
}
