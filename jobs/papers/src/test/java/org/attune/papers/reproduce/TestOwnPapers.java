package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.attune.api.paper.PaperTables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project that {@code docs/your-own-papers.md} shows, compiled against attune-api alone. */
class TestOwnPapers {

  private static final Path PAGE =
      Path.of(System.getProperty("attune.home", "../.."), "docs/your-own-papers.md");

  private static final String FILE = "sweeps/ours/gated-copying.yaml";

  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

  @TempDir private Path folder;

  @AfterEach
  void forget() {
    Thread.currentThread().setContextClassLoader(loader);
    System.clearProperty("spark.jars");
  }

  @Test
  void aJarOfOnesOwnBringsItsTables() throws Exception {
    String jar = jar(block("java"), block("yaml")).toString();

    assertThat(Ran.printed("reproduce", "--jars", jar))
        .containsPattern(
            "gated-copying +Does a gate help a small network to copy\\? +Gates that copy")
        .contains("state-tracking");
    Files.createDirectories(folder.resolve(FILE).getParent());
    Files.writeString(folder.resolve(FILE), block("yaml"));
    Path pages = folder.resolve("pages");
    Path runs = folder.resolve("runs");
    String[] words = {
      "reproduce",
      "ours",
      "--scale=smoke",
      "--set=train.steps=8",
      "--jars",
      jar,
      "--pages=" + pages,
      "--out",
      runs.toString()
    };
    String printed = Ran.printed(words);
    forget();

    String command =
        "`./attune reproduce gated-copying --scale smoke --set train.steps=8"
            + " --jars our-papers-1.jar`";
    assertThat(printed).contains("gated-copying (smoke)", "A learned gate lowers the loss");
    assertThat(pages.resolve("gated-copying.md"))
        .content()
        .startsWith("# gated-copying (smoke)\n")
        .contains("1.90", "1 of the 2 settings that the source states differ: layers.")
        .contains(command)
        .contains("Cells, claims and scales: [`%1$s`](../%1$s).".formatted(FILE));
    assertThat(pages.resolve("README.md"))
        .content()
        .contains("## Gates that copy (Ours 2026)\n", "\n1 claim of the papers in 1 table: 1 inc")
        .contains("0 of the papers' 1 claim is judged at the authors' size.")
        .doesNotContain("neon", "Not run yet");
    assertThat(pages.resolve("costs.md"))
        .content()
        .contains("- `gated-copying`: the paper's networks have 12 layers\n")
        .doesNotContain("neon");
    Path data = pages.resolve("data");
    String[] verify = {"claims", "verify", data.toString()};
    assertThat(Ran.printed(verify)).isEqualTo("1 claim of 1 table: all as recorded\n");
    assertThat(runs.resolve("sweep.yaml"))
        .as("the copy from which report and analyze read the claims")
        .content()
        .contains("\"scale\":\"smoke\"", "A learned gate lowers the loss");

    String[] again = words.clone();
    again[3] = "--judge-again";
    assertThat(Ran.printed(again)).startsWith("1 tables judged again");
    forget();
    assertThat(pages.resolve("gated-copying.md")).content().contains(command);
    assertThat(data.resolve("gated-copying/sweep.yaml"))
        .content()
        .contains("{\"scale\":\"smoke\",\"train.steps\":\"8\"}");
    assertThat(Ran.printed(verify)).isEqualTo("1 claim of 1 table: all as recorded\n");
  }

  @Test
  void whatIsWrongWithItIsSaidWithItsClass() throws Exception {
    String code = block("java");
    String missing = code.replace("ours/gated-copying", "ours/gated-coping");
    String taken = code.replace("\"ours\"", "\"neon\"");
    String none = code.replaceFirst("(?s)return List.of.*?;\n", "return null;\n");

    assertThat(refused(missing))
        .isEqualTo(
            "attune: Cannot use OurPapers of our-papers-1.jar (org.attune.api.paper.PaperTables):"
                + " OurPapers.java:17: IllegalArgumentException: there is no file"
                + " 'sweeps/ours/gated-coping.yaml' beside the class OurPapers: pack it into the"
                + " jar\n");
    assertThat(refused(taken))
        .isEqualTo(
            "attune: Cannot use a paper of --jars: OurPapers has papers or a table named 'neon', and"
                + " there is one already; give it another name\n");
    assertThat(refused(none))
        .isEqualTo(
            "attune: Cannot use OurPapers of our-papers-1.jar (org.attune.api.paper.PaperTables):"
                + " tables() returned null; return a value of type List\n");
  }

  /** Before anything runs, and whichever table was asked for. */
  @Test
  void aLineOfUntrainedNetworksThatCannotBeReadIsSaidWithItsPapersAndNumber() throws Exception {
    for (String line : List.of("none", "0123456789ab\\tloss\\tw\\tfew", "0123\\tloss\\tw\\t1")) {
      String stored = "\"# a head\\n\\n0123456789ab\\tloss\\tw\\t1\\t2\\n" + line + "\\n\"";
      String code =
          block("java")
              .replaceFirst(
                  "\\{\n",
                  Matcher.quoteReplacement(
                      "{\n@Override public String untrained() { return " + stored + "; }\n"));
      assertThat(
              refused(code, "kvq-operators", "--scale=smoke", "--pages=" + folder, "--out", out()))
          .isEqualTo(
              "attune: Cannot read line 4 of untrained() of the papers 'ours': '%s'; a line has the"
                      .formatted(line.replace("\\t", "\t"))
                  + " first 12 digits of a configuration's hash, a metric, a word, and a number for"
                  + " each seed, with tabs between\n");
      assertThat(Path.of(out())).doesNotExist();
    }
  }

  private String out() {
    return folder.resolve("unmade").toString();
  }

  private String refused(String code, String... words) throws IOException {
    String jar = jar(code, block("yaml")).toString();
    String refused =
        Ran.refused(
            Stream.concat(Stream.of("reproduce", "--jars", jar), Stream.of(words))
                .toArray(String[]::new));
    forget();
    return refused;
  }

  /** The jar of the page's project. */
  private Path jar(String code, String table) throws IOException {
    Path project = Files.createTempDirectory(folder, "project");
    Path classes = Files.createDirectories(project.resolve("classes"));
    Path source = Files.writeString(project.resolve("OurPapers.java"), code);
    String[] arguments = {
      "-proc:none", "-cp", place(), "-d", classes.toString(), source.toString()
    };
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve(PaperTables.class.getName()), "OurPapers\n");
    Path file = classes.resolve(FILE);
    Files.createDirectories(file.getParent());
    Files.writeString(file, table);
    Path jar = project.resolve("our-papers-1.jar");
    try (OutputStream to = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(to);
        Stream<Path> all = Files.walk(classes)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
        out.write(Files.readAllBytes(each));
      }
    }
    return jar;
  }

  /** Where attune-api is. */
  private static String place() {
    return Path.of(PaperTables.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .toString();
  }

  private static String block(String language) throws IOException {
    Matcher matcher =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    assertThat(matcher.find()).as(language).isTrue();
    return matcher.group(1);
  }
}
