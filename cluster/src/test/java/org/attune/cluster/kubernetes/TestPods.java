package org.attune.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.spark.SecurityManager;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.k8s.KubernetesConf;
import org.apache.spark.deploy.k8s.KubernetesExecutorConf;
import org.apache.spark.deploy.k8s.SparkPod;
import org.apache.spark.deploy.k8s.submit.JavaMainAppResource;
import org.apache.spark.deploy.k8s.submit.KubernetesDriverBuilder;
import org.apache.spark.internal.config.package$;
import org.apache.spark.resource.ResourceProfile$;
import org.apache.spark.scheduler.cluster.k8s.KubernetesExecutorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import scala.Option;

/** The files in {@code cluster/kubernetes}, made into pods by Spark's own code. */
class TestPods {

  private static final Path FOLDER = folder();
  private static final String JAR = "local:///opt/attune/attune.jar";

  /** The tests run in the module's folder or in the checkout's. */
  private static Path folder() {
    Path inModule = Path.of("kubernetes").toAbsolutePath();
    return Files.isDirectory(inModule) ? inModule : Path.of("cluster/kubernetes").toAbsolutePath();
  }

  @Test
  void theDriversPodRunsAttuneUnderItsAccount() throws Exception {
    try (KubernetesClient offline = new KubernetesClientBuilder().build()) {
      SparkPod driver =
          new KubernetesDriverBuilder()
              .buildFromFeatures(
                  KubernetesConf.createDriverConf(
                      settings(),
                      "attune-1",
                      new JavaMainAppResource(Option.apply(JAR)),
                      "org.attune.jobs.Attune",
                      new String[] {"run", "hdfs://n/sweep.yaml", "--out", "hdfs://n/out"},
                      Option.empty()),
                  offline)
              .pod();

      Pod pod = driver.pod();
      assertNothingUnknown(pod);
      assertNothingUnknown(driver.container());
      assertThat(pod.getSpec().getServiceAccountName()).isEqualTo("attune");
      assertRunsAsTheImagesUser(pod);
      assertThat(pod.getSpec().getTerminationGracePeriodSeconds()).isEqualTo(60);
      assertThat(pod.getMetadata().getLabels())
          .containsEntry("app.kubernetes.io/component", "driver");
      assertThat(driver.container().getImage()).isEqualTo("registry/attune:1");
      assertThat(driver.container().getArgs())
          .contains("org.attune.jobs.Attune", JAR, "run", "hdfs://n/sweep.yaml");
      assertEnvironment(driver.container());
    }
  }

  @Test
  void executorsPodsPreferNodesOfTheirOwn() throws Exception {
    SparkConf conf = settings().set("spark.driver.host", "driver").set("spark.driver.port", "7078");
    KubernetesExecutorConf executor =
        KubernetesConf.createExecutorConf(conf, "1", "attune-1", Option.empty(), 0);
    try (KubernetesClient offline = new KubernetesClientBuilder().build()) {
      SparkPod made =
          new KubernetesExecutorBuilder()
              .buildFromFeatures(
                  executor,
                  new SecurityManager(
                      conf, Option.empty(), package$.MODULE$.AUTH_SECRET_FILE_EXECUTOR()),
                  offline,
                  ResourceProfile$.MODULE$.getOrCreateDefaultProfile(conf))
              .pod();

      assertNothingUnknown(made.pod());
      assertNothingUnknown(made.container());
      assertRunsAsTheImagesUser(made.pod());
      assertThat(
              made.pod()
                  .getSpec()
                  .getAffinity()
                  .getPodAntiAffinity()
                  .getPreferredDuringSchedulingIgnoredDuringExecution())
          .hasSize(1);
      assertThat(made.container().getResources().getRequests().get("memory").toString())
          .isEqualTo("5120Mi");
      assertEnvironment(made.container());
    }
  }

  @Test
  @SuppressWarnings(
      "deprecation") // the text says of which kind it is, which the other form is told
  void theAccountMayDoWhatADriverDoes() throws Exception {
    List<HasMetadata> resources = new ArrayList<>();
    for (String text : Files.readString(FOLDER.resolve("account.yaml")).split("(?m)^---$")) {
      resources.add(Serialization.unmarshal(text));
    }

    resources.forEach(TestPods::assertNothingUnknown);
    assertThat(resources)
        .hasExactlyElementsOfTypes(ServiceAccount.class, Role.class, RoleBinding.class);
    Role role = (Role) resources.get(1);
    assertThat(role.getRules().get(0).getResources()).contains("pods", "services", "configmaps");
    assertThat(((RoleBinding) resources.get(2)).getRoleRef().getName())
        .isEqualTo(role.getMetadata().getName());
  }

  @ParameterizedTest
  @ValueSource(strings = {"driver-pod.yaml", "executor-pod.yaml"})
  void templatesSayNothingThatKubernetesDoesNotKnow(String template) throws Exception {
    String text = Files.readString(FOLDER.resolve(template));

    assertNothingUnknown(Serialization.unmarshal(text, Pod.class));

    Pod mistyped =
        Serialization.unmarshal(text.replace("securityContext", "securityContexts"), Pod.class);
    assertThatThrownBy(() -> assertNothingUnknown(mistyped))
        .hasMessageContaining("securityContexts");
  }

  /** Executors are of the Spark that these tests run on, and find the jar where the docs say. */
  @Test
  void theImageIsOfTheSameSpark() throws Exception {
    String image = Files.readString(FOLDER.resolve("Dockerfile"));
    String binary = scala.util.Properties.versionNumberString().replaceAll("\\.\\d+$", "");

    assertThat(image)
        .contains(
            "SPARK=%s-scala%s-java"
                .formatted(org.apache.spark.package$.MODULE$.SPARK_VERSION(), binary),
            "ARG SPARK=3.5.9-scala2.12-java17-ubuntu\nFROM apache/spark:${SPARK}\n",
            "ARG JAR=jobs/target/attune.jar\nCOPY $JAR " + JAR.substring("local://".length()));
    assertThat(Files.readString(FOLDER.resolve("../../docs/clusters.md"))).contains(JAR);
  }

  /**
   * What the two operators' files say, in their own fields, is what the properties and the pod
   * templates say. The operators' schemas are not in the project: docs/clusters.md says which we
   * compared.
   */
  @Test
  void theOperatorsFilesSayWhatTheTemplatesSay() throws Exception {
    SparkConf conf = settings();
    Map<String, Object> kubeflow = spec("kubeflow-operator.yaml");
    Map<String, Object> apache = spec("apache-operator.yaml");
    Map<?, ?> driver = (Map<?, ?>) kubeflow.get("driver");
    Map<?, ?> executor = (Map<?, ?>) kubeflow.get("executor");
    Map<?, ?> properties = (Map<?, ?>) apache.get("sparkConf");

    assertThat(driver.get("javaOptions")).isEqualTo(conf.get("spark.driver.extraJavaOptions"));
    assertThat(driver.get("memory")).isEqualTo(conf.get("spark.driver.memory"));
    assertThat(executor.get("memory")).isEqualTo(conf.get("spark.executor.memory"));
    assertThat(executor.get("memoryOverhead")).isEqualTo(conf.get("spark.executor.memoryOverhead"));
    assertThat(kubeflow.get("mainApplicationFile")).isEqualTo(JAR);
    for (String key :
        List.of(
            "spark.driver.extraJavaOptions",
            "spark.driver.memory",
            "spark.executor.cores",
            "spark.executor.instances",
            "spark.executor.memory",
            "spark.executor.memoryOverhead",
            "spark.decommission.enabled",
            "spark.kubernetes.authenticate.driver.serviceAccountName")) {
      assertThat(properties.get(key)).as(key).isEqualTo(conf.get(key));
    }
    assertThat(apache.get("jars")).isEqualTo(JAR);
    assertThat(apache.get("driverArgs")).isEqualTo(kubeflow.get("arguments"));
    assertSamePod(driver, apache, "driver");
    assertSamePod(executor, apache, "executor");
  }

  private static void assertSamePod(Map<?, ?> kubeflow, Map<String, Object> apache, String of)
      throws IOException {
    Map<?, ?> template = (Map<?, ?>) ((Map<?, ?>) apache.get(of + "Spec")).get("podTemplateSpec");
    Map<?, ?> ours = yaml(of + "-pod.yaml");
    Map<?, ?> pod = (Map<?, ?>) ours.get("spec");
    assertThat(template.get("spec")).isEqualTo(pod);
    assertThat(kubeflow.get("podSecurityContext")).isEqualTo(pod.get("securityContext"));
    assertThat(kubeflow.get("affinity")).isEqualTo(pod.get("affinity"));
    assertThat(kubeflow.get("terminationGracePeriodSeconds"))
        .isEqualTo(pod.get("terminationGracePeriodSeconds"));
    Map<?, ?> container = (Map<?, ?>) ((List<?>) pod.get("containers")).get(0);
    assertThat(kubeflow.get("env")).isEqualTo(container.get("env"));
    assertThat(kubeflow.get("securityContext")).isEqualTo(container.get("securityContext"));
  }

  @SuppressWarnings("unchecked") // a resource is a map
  private static Map<String, Object> spec(String file) throws IOException {
    return (Map<String, Object>) yaml(file).get("spec");
  }

  private static Map<String, Object> yaml(String file) throws IOException {
    return new Yaml().load(Files.readString(FOLDER.resolve(file)));
  }

  /** Its number: Kubernetes lets no container begin that must not be root and has a name only. */
  private static void assertRunsAsTheImagesUser(Pod pod) {
    assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getSpec().getSecurityContext().getRunAsUser()).isEqualTo(185);
  }

  private static SparkConf settings() throws IOException {
    Properties properties = new Properties();
    try (Reader file = Files.newBufferedReader(FOLDER.resolve("spark.properties"))) {
      properties.load(file);
    }
    SparkConf conf = new SparkConf(false);
    properties.stringPropertyNames().forEach(key -> conf.set(key, properties.getProperty(key)));
    for (String key : List.of("driver", "executor")) {
      String template = "spark.kubernetes." + key + ".podTemplateFile";
      String name = Path.of(conf.get(template)).getFileName().toString();
      conf.set(template, FOLDER.resolve(name).toString());
    }
    return conf.set("spark.master", "k8s://https://nowhere")
        .set("spark.app.name", "attune")
        .set("spark.kubernetes.container.image", "registry/attune:1");
  }

  private static void assertEnvironment(Container container) {
    assertThat(container.getEnv())
        .anyMatch(
            entry -> entry.getName().equals("OMP_NUM_THREADS") && "1".equals(entry.getValue()));
  }

  /** Fields that the schema of a kind does not have are kept aside by its class. */
  private static void assertNothingUnknown(Object object) {
    if (object instanceof Collection<?> several) {
      several.forEach(TestPods::assertNothingUnknown);
    }
    if (object == null || !object.getClass().getName().startsWith("io.fabric8.kubernetes.api")) {
      return;
    }
    for (Method method : object.getClass().getMethods()) {
      boolean getter = method.getName().startsWith("get") && method.getParameterCount() == 0;
      if (!getter || method.getDeclaringClass() == Object.class || method.isDefault()) {
        continue;
      }
      Object value;
      try {
        value = method.invoke(object);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
      if (method.getName().equals("getAdditionalProperties")) {
        assertThat((Map<?, ?>) value).as(object.getClass().getSimpleName()).isEmpty();
      } else {
        assertNothingUnknown(value);
      }
    }
  }
}
