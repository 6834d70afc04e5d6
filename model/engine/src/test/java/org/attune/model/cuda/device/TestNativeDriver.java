package org.attune.model.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bindings pass what they are given, against a library with the driver's own types. */
class TestNativeDriver {

  private static NativeLibrary library;

  @BeforeAll
  static void compile(@TempDir Path folder) throws IOException, InterruptedException {
    Path text = folder.resolve("fake_driver.cc");
    try (InputStream from = TestNativeDriver.class.getResourceAsStream("fake_driver.cc")) {
      Files.copy(from, text);
    }
    Path file = folder.resolve("libfake_driver.so");
    Assumptions.assumeTrue(compiles(text, file), "no g++");
    library = NativeLibrary.getInstance(file.toString());
  }

  static boolean compiles(Path text, Path to) throws InterruptedException {
    try {
      return new ProcessBuilder("g++", "-shared", "-fPIC", "-o", to.toString(), text.toString())
              .inheritIO()
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      System.out.println("The driver's bindings are not tried: " + e.getMessage());
      return false;
    }
  }

  @Test
  void aDriverWithoutACardSaysSoInItsOwnWords() {
    library.getFunction("fake_init").invokeVoid(new Object[] {100});

    assertThatThrownBy(() -> NativeDriver.of(library))
        .isInstanceOf(CudaException.class)
        .hasMessage("No CUDA device: cuInit said 100, no CUDA-capable device is detected");
  }

  @Test
  void everyArgumentArrivesAsItIs() {
    Driver driver = driver();
    long large = 0x7f12_3456_789aL;

    assertThat(driver.version()).isEqualTo(13_000);
    assertThat(driver.devices()).isEqualTo(2);
    CardId id = new CardId("08090a0b-0c0d-0e0f-1011-121314151617", "00000000:3b:08.0");
    assertThat(driver.facts(1))
        .isEqualTo(new DeviceFacts(1, id, "Card 8", 9, 0, 150L << 30, 232_448));
    assertThat(driver.retain(0)).isEqualTo(0x1234_5678_9abcL);
    driver.enter(large);
    assertThat(said()).isEqualTo("enter 0x7f123456789a");
    assertThat(driver.allocate(5L << 32)).isEqualTo(0x7f00_dead_be00L);
    assertThat(said()).isEqualTo("allocate 21474836480");
    driver.free(large);
    assertThat(said()).isEqualTo("free 7f123456789a");
    driver.copyIn(large, 0x2000, 3L << 32, 0x501);
    assertThat(said()).isEqualTo("in 7f123456789a 0x2000 12884901888 0x501");
    driver.copyOut(0x2000, large, 12, 0x501);
    assertThat(said()).isEqualTo("out 0x2000 7f123456789a 12 0x501");
    driver.fill(large, Float.floatToRawIntBits(-1f), 7, 0x501);
    assertThat(said()).isEqualTo("fill 7f123456789a bf800000 7 0x501");
    assertThat(driver.stream()).isEqualTo(0x501); // waits for no other stream
    driver.load("image\0".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    assertThat(said()).isEqualTo("load image");
    assertThat(driver.function(0x600, "softmax_forward")).isEqualTo(0x700);
    assertThat(said()).isEqualTo("function 0x600 softmax_forward");
    driver.allowShared(0x700, 99_000);
    assertThat(said()).isEqualTo("attribute 0x700 8 99000");
    driver.launch(0x700, 11, 256, 1024, 0x501, large);
    assertThat(said()).isEqualTo("launch 0x700 11 1 1 256 1 1 1024 0x501 0x7f123456789a (nil)");
    driver.beginCapture(0x501);
    assertThat(said()).isEqualTo("capture 0x501 1"); // of this thread
    assertThat(driver.endCapture(0x501)).isEqualTo(0x800);
    assertThat(driver.nodes(0x800)).isEqualTo(42);
    assertThat(driver.instantiate(0x800)).isEqualTo(0x900);
    assertThat(said()).isEqualTo("instantiate 0x800 0");
    driver.launchGraph(0x900, 0x501);
    assertThat(said()).isEqualTo("graph 0x900 0x501");
  }

  @Test
  void whatFailsIsNamedWithTheDriversWords() {
    Driver driver = driver();

    assertThat(driver.isIdle(0x500)).isTrue();
    assertThat(driver.isIdle(0x501)).isFalse();
    assertThatThrownBy(() -> driver.isIdle(0x502)).hasMessage("cuStreamQuery said 700, some error");
    assertThatThrownBy(() -> driver.synchronize(0x501))
        .isInstanceOf(CudaException.class)
        .hasMessage("cuStreamSynchronize said 700, some error");
    assertThatThrownBy(() -> driver.allocate(2L << 40))
        .hasMessage(
            "cuMemAlloc of 2,199,023,255,552 bytes, of which the card has 3,221,225,472 of"
                + " 161,061,273,600 left, said 2, some error")
        .matches(e -> ((CudaException) e).isOutOfMemory());
  }

  private static Driver driver() {
    library.getFunction("fake_init").invokeVoid(new Object[] {0});
    return NativeDriver.of(library);
  }

  private static String said() {
    return library.getFunction("fake_said").invokeString(new Object[0], false);
  }
}
