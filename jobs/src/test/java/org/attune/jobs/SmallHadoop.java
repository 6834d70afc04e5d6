package org.attune.jobs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/** Hadoop's own small HDFS, and YARN where it is wanted, in this process. */
final class SmallHadoop implements AutoCloseable {

  private static final int NODE_MEMORY = 6144; // MB
  private static final int NODE_CORES = 4;

  private final MiniDFSCluster hdfs;
  private MiniYARNCluster yarn;
  private final Path settings;

  private SmallHadoop(MiniDFSCluster hdfs, Path settings) {
    this.hdfs = hdfs;
    this.settings = settings;
  }

  /** HDFS alone, in a folder. */
  static SmallHadoop hdfs(Path folder) throws IOException {
    Configuration conf = new Configuration();
    MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(conf, Files.createDirectory(folder.resolve("hdfs")).toFile())
            .numDataNodes(1)
            .build();
    SmallHadoop hadoop =
        new SmallHadoop(hdfs, Files.createDirectory(folder.resolve("hadoop-settings")));
    hadoop.write("core-site.xml", Map.of("fs.defaultFS", hadoop.address()));
    hadoop.write("hdfs-site.xml", Map.of("dfs.replication", "1"));
    return hadoop;
  }

  /** HDFS and a YARN of one node. */
  static SmallHadoop yarn(Path folder) throws IOException {
    SmallHadoop hadoop = hdfs(folder);
    Configuration conf = new YarnConfiguration(hadoop.hdfs.getConfiguration(0));
    conf.setBoolean(YarnConfiguration.NM_PMEM_CHECK_ENABLED, false);
    conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100);
    conf.setInt(YarnConfiguration.NM_PMEM_MB, NODE_MEMORY);
    conf.setInt(YarnConfiguration.NM_VCORES, NODE_CORES);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 128);
    conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
    conf.set("yarn.scheduler.capacity.root.queues", "default");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
    hadoop.yarn = new MiniYARNCluster("attune", 1, 1, 1);
    hadoop.yarn.init(conf);
    hadoop.yarn.start();
    hadoop.write("yarn-site.xml", hadoop.yarn.getConfig().getValByRegex("^yarn\\..*"));
    return hadoop;
  }

  private void write(String name, Map<String, String> properties) throws IOException {
    Configuration conf = new Configuration(false);
    properties.forEach(conf::set);
    try (OutputStream out = Files.newOutputStream(settings.resolve(name))) {
      conf.writeXml(out);
    }
  }

  /** Where its files are, such as {@code hdfs://localhost:4711}. */
  String address() throws IOException {
    return hdfs.getFileSystem().getUri().toString();
  }

  /** Copies a local file to HDFS. */
  String put(Path file) throws IOException {
    String to = address() + "/" + file.getFileName();
    hdfs.getFileSystem()
        .copyFromLocalFile(
            new org.apache.hadoop.fs.Path(file.toUri()), new org.apache.hadoop.fs.Path(to));
    return to;
  }

  /** Whether a process in one of YARN's containers has logged a text. */
  boolean containersSaid(String text) throws IOException {
    while (true) {
      try (Stream<Path> files = Files.walk(yarn.getTestWorkDir().toPath().toRealPath())) {
        for (Path file : files.filter(each -> each.endsWith("stderr")).toList()) {
          if (Files.readString(file).contains(text)) {
            return true;
          }
        }
        return false;
      } catch (NoSuchFileException cleared) {
        // YARN has deleted a container's folder meanwhile: look again.
      } catch (UncheckedIOException failed) {
        if (!(failed.getCause() instanceof NoSuchFileException)) {
          throw failed;
        }
      }
    }
  }

  /** What processes that are its clients have in their environment. */
  Map<String, String> environment() {
    return Map.of(
        "HADOOP_CONF_DIR", settings.toString(), "JAVA_HOME", System.getProperty("java.home"));
  }

  @Override
  public void close() {
    if (yarn != null) {
      yarn.stop();
    }
    hdfs.shutdown(true);
  }
}
