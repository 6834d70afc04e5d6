package org.attune.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests {@link OddSweeps}, written once for all classes of a run, and deleted at its end. */
public final class OddSweepsOnce implements ParameterResolver {

  /** What the run keeps. */
  private record Written(OddSweeps sweeps) implements CloseableResource {

    static Written now() {
      try {
        return new Written(OddSweeps.write(Files.createTempDirectory("odd-sweeps")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      FileUtils.deleteDirectory(sweeps.runs().toFile());
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == OddSweeps.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return test.getRoot()
        .getStore(Namespace.create(OddSweepsOnce.class))
        .getOrComputeIfAbsent(Written.class, key -> Written.now(), Written.class)
        .sweeps();
  }
}
