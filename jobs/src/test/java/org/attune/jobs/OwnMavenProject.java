package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * The Maven project that {@code docs/your-own-jar.md} describes, built by a Maven of its own. Its
 * repository has what {@code mvn install} would put there, beside links to this build's one, which
 * stays as it was.
 */
final class OwnMavenProject {

  private static final String PAGE = "docs/your-own-jar.md";
  private static final String VERSION = "0.2.0";

  private OwnMavenProject() {}

  /** Writes the project with these classes, builds it, and returns its jar. */
  static Path jar(Path project, List<OwnJar.Provider> providers) throws Exception {
    Path sources = Files.createDirectories(project.resolve("src/main/java"));
    Path services =
        Files.createDirectories(project.resolve("src/main/resources/META-INF/services"));
    Files.writeString(project.resolve("pom.xml"), OwnJar.block(PAGE, "xml", "attune-model"));
    for (OwnJar.Provider each : providers) {
      Files.writeString(sources.resolve(each.name() + ".java"), each.source());
      Files.writeString(services.resolve(each.service().getName()), each.name() + "\n");
    }
    Launched.Result built =
        Launched.alone(
                project,
                System.getenv(),
                Path.of("mvn"),
                "-q",
                "-B",
                "-Dmaven.repo.local=" + repository(project.resolveSibling("repository")),
                "package")
            .await();
    assertThat(built.exit()).as(built.output() + built.error()).isZero();
    return project.resolve("target/my-attune-1.jar");
  }

  private static Path repository(Path to) throws Exception {
    Path org = Files.createDirectories(to.resolve("org"));
    link(ours(), to);
    link(ours().resolve("org"), org);
    put(org, "attune", "pom.xml", null);
    put(org, "attune-api", "sweeps/api/pom.xml", "sweeps/api/target");
    put(org, "attune-engine", "model/engine/pom.xml", "model/engine/target");
    put(org, "attune-model", "model/pom.xml", "model/target");
    return to;
  }

  /** Links all but Attune's own jars, which an earlier {@code mvn install} may have left. */
  private static void link(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.list(from)) {
      for (Path each : all.toList()) {
        Path link = to.resolve(each.getFileName());
        if (!Files.exists(link) && !each.endsWith("org/attune")) {
          Files.createSymbolicLink(link, each);
        }
      }
    }
  }

  private static void put(Path org, String artifact, String pom, String target) throws IOException {
    Path to = Files.createDirectories(org.resolve("attune").resolve(artifact).resolve(VERSION));
    String name = artifact + "-" + VERSION;
    Files.copy(Launched.HOME.resolve(pom), to.resolve(name + ".pom"));
    if (target != null) {
      Files.copy(Launched.HOME.resolve(target).resolve(name + ".jar"), to.resolve(name + ".jar"));
    }
  }

  /** The repository from which this build took ND4J: GROUP/ARTIFACT/VERSION/JAR below it. */
  private static Path ours() throws URISyntaxException {
    Path jar = Path.of(INDArray.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return jar.getParent().getParent().getParent().getParent().getParent();
  }
}
