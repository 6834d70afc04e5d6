package org.attune.model.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestInstallation {

  @TempDir private Path root;

  private final Map<String, String> environment = new HashMap<>();
  private final Set<String> loaders = new TreeSet<>(); // what the loader finds by name
  private final List<String> opened = new ArrayList<>();

  @Test
  void aMachineWithoutNvidiaSoftwareIsToldWhatWasLookedFor() {
    Installation found = find(Optional.empty(), new RecordingDriver());

    assertThat(found.isComplete()).isFalse();
    assertThat(found.cards()).isEmpty();
    assertThat(found.problems())
        .satisfiesExactly(
            driver ->
                assertThat(driver)
                    .startsWith("No NVIDIA driver: libcuda.so.1 not found; looked in ")
                    .contains("the loader's default"),
            compiler ->
                assertThat(compiler)
                    .startsWith(
                        "NVRTC not found: looked for libnvrtc.so.13, .12, .11.2 in the loader's"
                            + " default, ")
                    .contains("/usr/local/cuda*/lib64")
                    .endsWith("; install CUDA's runtime libraries or set attune.cuda.path"),
            blas ->
                assertThat(blas)
                    .startsWith("cuBLAS not found: looked for libcublas.so.13, .12, .11 in "));
  }

  @Test
  void aDriverWithoutACardSaysWhatCuInitSaid() {
    loaders.add("libcuda.so.1");

    Installation found =
        Installation.find(
            search(Optional.empty()),
            new Installation.Bindings<>(
                library -> {
                  throw new CudaException(
                      "No CUDA device: cuInit said 100, no CUDA-capable device is detected", 100);
                },
                library -> new HostlessCompiler(),
                library -> new RecordingBlas(new RecordingDriver())));

    assertThat(found.problems().get(0))
        .isEqualTo("No CUDA device: cuInit said 100, no CUDA-capable device is detected");
  }

  @Test
  void aDriverThatShowsNoCardIsToldApart() {
    loaders.add("libcuda.so.1");
    RecordingDriver driver = new RecordingDriver();
    driver.cards.clear();

    assertThat(find(Optional.empty(), driver).problems().get(0))
        .isEqualTo("No CUDA device: the driver shows none");
  }

  @Test
  void whatTheUserNamesComesBeforeTheLoadersDefault() throws IOException {
    loaders.addAll(
        Set.of("libcuda.so.1", "libnvrtc.so.13", "libcublas.so.13", "libcublasLt.so.13"));
    Path own = library("own/lib64/libnvrtc.so.12");
    library("own/lib64/libnvrtc.so.11.2");

    Installation found = find(Optional.of(root.resolve("own").toString()), new RecordingDriver());

    assertThat(found.isComplete()).isTrue();
    assertThat(found.facts())
        .containsExactly(
            "driver 580.65.06 for CUDA 13.0 (libcuda.so.1)",
            "NVRTC (" + own + ")",
            "cuBLAS (libcublas.so.13)");
    assertThat(found.cards()).extracting(DeviceFacts::architecture).containsExactly("sm_90");
  }

  @Test
  void cublasComesFromTheFolderOfItsOwnCublasLt() throws IOException {
    loaders.addAll(Set.of("libcuda.so.1", "libcublas.so.13")); // without its cublasLt
    library("usr/local/cuda-12.4/lib64/libcublas.so.12");
    library("usr/local/cuda-12.4/lib64/libcublasLt.so.12");
    Path newest = library("usr/local/cuda-12.8/lib64/libcublas.so.12");
    Path beside = library("usr/local/cuda-12.8/lib64/libcublasLt.so.12");

    Installation found = find(Optional.empty(), new RecordingDriver());

    assertThat(found.facts()).contains("cuBLAS (" + newest + ")");
    assertThat(opened).containsSubsequence(beside.toString(), newest.toString());
  }

  @Test
  void librariesOfAPythonEnvironmentAreFound() throws IOException {
    Path wheel = library("venv/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
    environment.put("VIRTUAL_ENV", root.resolve("venv").toString());

    assertThat(find(Optional.empty(), new RecordingDriver()).facts())
        .containsExactly("NVRTC (" + wheel + ")");
  }

  @Test
  void librariesFitTheDriver() throws IOException {
    loaders.add("libcuda.so.1");
    library("usr/local/cuda-13.0/lib64/libnvrtc.so.13");
    library("usr/local/cuda-13.0/lib64/libcublas.so.13");
    library("usr/local/cuda-13.0/lib64/libcublasLt.so.13");
    Path compiler = library("usr/local/nvidia/lib64/libnvrtc.so.12");
    Path blas = library("usr/local/nvidia/lib64/libcublas.so.12");
    library("usr/local/nvidia/lib64/libcublasLt.so.12");
    RecordingDriver driver = new RecordingDriver();
    driver.version = 12_040;

    assertThat(find(Optional.empty(), driver).facts())
        .endsWith("NVRTC (" + compiler + ")", "cuBLAS (" + blas + ")");
    driver.version = 13_000;
    assertThat(find(Optional.empty(), driver).facts()).noneMatch(fact -> fact.contains(".so.12"));
    driver.version = 11_080; // a later CUDA may still be told apart by its own error
    assertThat(find(Optional.empty(), driver).isComplete()).isTrue();
  }

  @Test
  void aSettingNamesSeveralFolders() throws IOException {
    Path compiler = library("nvrtc/lib/libnvrtc.so.12");
    Path blas = library("blas/lib/libcublas.so.12");
    library("blas/lib/libcublasLt.so.12");
    String both = root.resolve("nvrtc") + File.pathSeparator + root.resolve("blas");

    assertThat(find(Optional.of(both), new RecordingDriver()).facts())
        .containsExactly("NVRTC (" + compiler + ")", "cuBLAS (" + blas + ")");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "usr/lib/python3/dist-packages/nvidia/cuda_nvrtc/lib",
        "usr/local/lib/python3.12/dist-packages/nvidia/cu13/lib",
        "opt/conda/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib",
        "opt/torch/.venv/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib",
        "usr/local/nvidia/lib64"
      })
  void foldersOfInactiveEnvironmentsAreSearched(String folder) throws IOException {
    Path compiler = library(folder + "/libnvrtc.so.12");

    assertThat(find(Optional.empty(), new RecordingDriver()).facts())
        .containsExactly("NVRTC (" + compiler + ")");
  }

  @Test
  void onThisMachineTheSearchEndsWithoutAnException() {
    Installation here = Installation.here();

    assertThat(here.isComplete()).isEqualTo(here.problems().isEmpty());
    System.out.println("CUDA here: " + here.facts() + " " + here.problems());
  }

  private Installation find(Optional<String> said, Driver driver) {
    return Installation.find(
        search(said),
        new Installation.Bindings<>(
            library -> driver,
            library -> new HostlessCompiler(),
            library -> new RecordingBlas(new RecordingDriver())));
  }

  private LibrarySearch<String> search(Optional<String> said) {
    return new LibrarySearch<>(
        said,
        environment::get,
        root,
        name -> {
          opened.add(name);
          return name.startsWith("/") || loaders.contains(name)
              ? Optional.of(name)
              : Optional.empty();
        });
  }

  private Path library(String path) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.createFile(file);
  }
}
