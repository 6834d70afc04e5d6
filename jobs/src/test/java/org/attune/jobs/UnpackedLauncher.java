package org.attune.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/**
 * {@code ./attune} as an unpacked archive has it, with jars of no content and a program for Java.
 */
record UnpackedLauncher(Path folder) {

  /**
   * Makes one.
   *
   * @param java the script that runs in Java's place
   */
  static UnpackedLauncher in(Path folder, String java) throws IOException {
    UnpackedLauncher launcher = new UnpackedLauncher(folder);
    launcher.script("attune", Files.readString(Launched.HOME.resolve("attune")));
    Files.createDirectories(folder.resolve("lib/spark/jars"));
    Files.createFile(folder.resolve("lib/attune.jar"));
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    launcher.script("bin/java", java);
    return launcher;
  }

  /** Adds a program; those in {@code bin} come before the machine's. */
  void script(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /**
   * What a command prints.
   *
   * @param further variables; without them Spark's and Hadoop's are not set
   */
  String prints(String command, Map<String, String> further) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove("HADOOP_CONF_DIR");
    environment.remove("SPARK_LOCAL_IP");
    environment.remove("SPARK_LOCAL_HOSTNAME");
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("JAVA_HOME", folder.toString());
    environment.put("ATTUNE_ARCHIVE", "no");
    environment.putAll(further);
    return Launched.alone(folder, environment, folder.resolve("attune"), command).await().output();
  }
}
