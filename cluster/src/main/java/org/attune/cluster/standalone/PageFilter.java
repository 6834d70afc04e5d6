package org.attune.cluster.standalone;

import java.io.IOException;
import java.util.Optional;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Answers requests for a daemon's web pages with 403, as {@link PageRefusal} decides. Spark serves
 * these pages without a login, and another website can end applications through them. Only {@code
 * spark.ui.filters} can close them. For Spark 3.5; {@link JakartaPageFilter} is its twin for Spark
 * 4.
 */
public final class PageFilter implements Filter {

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
