package org.attune.model.cuda.device;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A driver whose card is this process: memory is the host's, copies are made, a captured stream
 * runs nothing until its graph is launched, and what the real driver refuses is refused. It writes
 * down every call, and what is still held at the end shows in {@link #held}. Kernels do nothing
 * here; a host driver runs them.
 */
public class RecordingDriver implements Driver {

  private static final int INVALID_VALUE = 1;
  private static final int OUT_OF_MEMORY = 2;
  private static final int CAPTURE_UNSUPPORTED = 900;
  private static final int CAPTURE_INVALIDATED = 901;
  private static final int USUAL_SHARED = 48 << 10;
  private static final long FIRST_HANDLE = 1000;

  private static final CardId FIRST =
      CardId.of("GPU-00000000-0000-0000-0000-000000000000", "00000000:01:00.0");

  /** The cards shown. */
  public final List<DeviceFacts> cards = new ArrayList<>(List.of(card(0, FIRST)));

  /** The machine's cards in the order of nvidia-smi. */
  public List<CardId> installed = List.of(FIRST);

  /** Every call, in order: its name and what it was given. */
  public final List<String> calls = new ArrayList<>();

  /** Bytes that can be allocated before memory is used up. */
  public long memory = Long.MAX_VALUE;

  /** The most bytes that were allocated at any time. */
  public long most;

  /** How many captures to come somebody outside disturbs. */
  public int disturbances;

  /** How many captures were invalidated. */
  public int invalidated;

  /** The newest CUDA that it supports. */
  public int version = 13_000;

  /** What the driver says that it is. */
  public Optional<String> release = Optional.of("580.65.06");

  /** An error that a kernel has made, and that every call on the context says from then on. */
  public volatile int sticky;

  private final TreeMap<Long, Block> deviceMemory = new TreeMap<>();
  private final TreeMap<Long, Block> hostMemory = new TreeMap<>();
  private final Map<Long, List<Runnable>> streams = new HashMap<>(); // captured work, or null
  private final Map<Long, byte[]> modules = new HashMap<>();
  private final Map<Long, String> functions = new HashMap<>();
  private final Map<Long, List<Runnable>> graphs = new HashMap<>();
  private final Map<Long, List<Runnable>> executables = new HashMap<>();
  private final Map<Long, Thread> capturing = new HashMap<>();
  private final Set<Long> invalid = new HashSet<>(); // captures that were disturbed
  private final Map<Long, Integer> allowed = new HashMap<>(); // shared memory of functions
  private final Map<Thread, Long> entered = new HashMap<>();
  private long next = FIRST_HANDLE;
  private int retained;
  private long allocated;

  /** Memory that goes back at once, not when it is collected: thousands of trials take some. */
  private static final class Block extends Memory {
    Block(long bytes) {
      super(bytes);
    }

    void giveBack() {
      dispose();
    }
  }

  /** What trials hold; a card keeps its context and its modules. */
  public synchronized List<String> held() {
    List<String> held = new ArrayList<>();
    deviceMemory.forEach((a, m) -> held.add("device memory of " + m.size()));
    hostMemory.forEach((a, m) -> held.add("host memory of " + m.size()));
    streams.keySet().forEach(s -> held.add("stream " + s));
    graphs.keySet().forEach(g -> held.add("graph " + g));
    executables.keySet().forEach(e -> held.add("executable " + e));
    return held;
  }

  /** A card. */
  public static DeviceFacts card(int ordinal, CardId id) {
    return new DeviceFacts(ordinal, id, "NVIDIA H200", 9, 0, 141L << 30, 232_448);
  }

  @Override
  public List<CardId> installed() {
    return installed;
  }

  private long handle() {
    return next++;
  }

  synchronized void say(String call, Object... given) {
    calls.add(call + (given.length == 0 ? "" : " " + List.of(given)));
  }

  private void requireContext(String call) {
    if (sticky != 0) {
      throw new CudaException(
          call + " said %d, an illegal memory access was encountered".formatted(sticky), sticky);
    }
    if (retained == 0 || !entered.containsKey(Thread.currentThread())) {
      throw new CudaException(call + " said 201, invalid device context", 201);
    }
  }

  /** A call that waits for the whole card, or changes it: it invalidates all captures. */
  synchronized void disturb(String call) {
    for (Map.Entry<Long, Thread> capture : capturing.entrySet()) {
      invalid.add(capture.getKey());
      if (capture.getValue() == Thread.currentThread()) {
        throw new CudaException(
            call + " said 900, operation not permitted when stream is capturing",
            CAPTURE_UNSUPPORTED);
      }
    }
  }

  @Override
  public int version() {
    return version;
  }

  @Override
  public Optional<String> release() {
    return release;
  }

  @Override
  public int devices() {
    return cards.size();
  }

  @Override
  public DeviceFacts facts(int device) {
    return cards.get(device);
  }

  @Override
  public synchronized long retain(int device) {
    say("retain", device);
    retained++;
    return 1;
  }

  @Override
  public synchronized void enter(long context) {
    entered.put(Thread.currentThread(), context);
  }

  @Override
  public synchronized long allocate(long bytes) {
    say("allocate", bytes);
    requireContext("cuMemAlloc");
    disturb("cuMemAlloc");
    if (allocated + bytes > memory) {
      throw new CudaException(
          "cuMemAlloc of %,d bytes said 2, out of memory".formatted(bytes), OUT_OF_MEMORY);
    }
    allocated += bytes;
    most = Math.max(most, allocated);
    Block block = new Block(bytes);
    block.setMemory(0, block.size(), (byte) 0xff); // not a number until written
    deviceMemory.put(Pointer.nativeValue(block), block);
    return Pointer.nativeValue(block);
  }

  @Override
  public synchronized void free(long address) {
    say("free");
    disturb("cuMemFree");
    Block block = deviceMemory.remove(address);
    if (block == null) {
      throw new CudaException("cuMemFree said 1, invalid argument", INVALID_VALUE);
    }
    allocated -= block.size();
    block.giveBack();
  }

  @Override
  public synchronized long allocateHost(long bytes) {
    disturb("cuMemAllocHost");
    requireContext("cuMemAllocHost");
    Block block = new Block(bytes);
    hostMemory.put(Pointer.nativeValue(block), block);
    return Pointer.nativeValue(block);
  }

  @Override
  public synchronized void freeHost(long address) {
    disturb("cuMemFreeHost");
    Block block = hostMemory.remove(address);
    if (block == null) {
      throw new CudaException("cuMemFreeHost said 1, invalid argument", INVALID_VALUE);
    }
    block.giveBack();
  }

  private static void requireInside(TreeMap<Long, Block> blocks, long address, long bytes) {
    Map.Entry<Long, Block> block = blocks.floorEntry(address);
    if (block == null || address + bytes > block.getKey() + block.getValue().size()) {
      throw new CudaException("a copy said 1, invalid argument", INVALID_VALUE);
    }
  }

  @Override
  public synchronized void copyIn(long device, long host, long bytes, long stream) {
    say("copyIn", bytes);
    requireInside(deviceMemory, device, bytes);
    requireInside(hostMemory, host, bytes);
    put(stream, () -> copy(host, device, bytes));
  }

  @Override
  public synchronized void copyOut(long host, long device, long bytes, long stream) {
    say("copyOut", bytes);
    requireInside(deviceMemory, device, bytes);
    requireInside(hostMemory, host, bytes);
    put(stream, () -> copy(device, host, bytes));
  }

  private static void copy(long from, long to, long bytes) {
    new Pointer(to).getByteBuffer(0, bytes).put(new Pointer(from).getByteBuffer(0, bytes));
  }

  @Override
  public synchronized void fill(long device, int word, long words, long stream) {
    say("fill", words);
    requireInside(deviceMemory, device, 4 * words);
    put(
        stream,
        () -> {
          Pointer at = new Pointer(device);
          for (long i = 0; i < words; i++) {
            at.setInt(4 * i, word);
          }
        });
  }

  /** Does work now, or writes it down where the stream is captured. */
  protected synchronized void put(long stream, Runnable work) {
    requireContext("A call");
    if (!streams.containsKey(stream)) {
      throw new CudaException("A call said 400, invalid resource handle", 400);
    }
    List<Runnable> captured = streams.get(stream);
    if (captured == null) {
      work.run();
    } else if (invalid.contains(stream)) {
      throw invalidated("A call");
    } else {
      captured.add(work);
    }
  }

  @Override
  public synchronized long stream() {
    say("stream");
    disturb("cuStreamCreate");
    requireContext("cuStreamCreate");
    long stream = handle();
    streams.put(stream, null);
    return stream;
  }

  @Override
  public synchronized void destroyStream(long stream) {
    say("destroyStream");
    disturb("cuStreamDestroy");
    streams.remove(stream);
  }

  @Override
  public synchronized void synchronize(long stream) {
    say("synchronize");
    requireContext("cuStreamSynchronize");
    if (streams.get(stream) != null) {
      invalid.add(stream);
      throw new CudaException(
          "cuStreamSynchronize said 900, operation not permitted when stream is capturing",
          CAPTURE_UNSUPPORTED);
    }
  }

  @Override
  public synchronized boolean isIdle(long stream) {
    say("isIdle");
    requireContext("cuStreamQuery");
    return true; // all work is done when it is put there
  }

  @Override
  public synchronized long load(byte[] image) {
    say("load");
    disturb("cuModuleLoadData");
    requireContext("cuModuleLoadData");
    long module = handle();
    modules.put(module, image);
    return module;
  }

  @Override
  public synchronized long function(long module, String name) {
    long function = handle();
    functions.put(function, new String(modules.get(module), StandardCharsets.UTF_8) + ":" + name);
    return function;
  }

  @Override
  public synchronized void allowShared(long function, int bytes) {
    say("allowShared", bytes);
    allowed.put(function, bytes);
  }

  @Override
  public synchronized void launch(
      long function, int blocks, int threads, int shared, long stream, long arguments) {
    String name = functions.get(function);
    say("launch", name.substring(name.lastIndexOf(':') + 1), blocks, threads);
    if (blocks < 1
        || threads < 1
        || threads > 1024
        || shared > allowed.getOrDefault(function, USUAL_SHARED)) {
      throw new CudaException("cuLaunchKernel said 1, invalid argument", INVALID_VALUE);
    }
    kernel(name, blocks, threads, shared, stream, arguments);
  }

  /** Runs a kernel: {@code image:name}. */
  protected void kernel(
      String name, int blocks, int threads, int shared, long stream, long arguments) {
    put(stream, () -> {});
  }

  @Override
  public synchronized void beginCapture(long stream) {
    say("beginCapture");
    streams.put(stream, new ArrayList<>());
    capturing.put(stream, Thread.currentThread());
    if (disturbances > 0) {
      disturbances--;
      invalid.add(stream);
    }
  }

  @Override
  public synchronized long endCapture(long stream) {
    say("endCapture");
    List<Runnable> captured = streams.put(stream, null);
    capturing.remove(stream);
    if (invalid.remove(stream)) {
      invalidated++;
      throw invalidated("cuStreamEndCapture");
    }
    long graph = handle();
    graphs.put(graph, captured);
    return graph;
  }

  private static CudaException invalidated(String call) {
    return new CudaException(
        call + " said 901, operation failed due to a previous error during capture",
        CAPTURE_INVALIDATED);
  }

  @Override
  public synchronized long nodes(long graph) {
    return graphs.get(graph).size();
  }

  @Override
  public synchronized long instantiate(long graph) {
    say("instantiate", graphs.get(graph).size());
    long executable = handle();
    executables.put(executable, graphs.get(graph));
    return executable;
  }

  @Override
  public synchronized void destroyGraph(long graph) {
    graphs.remove(graph);
  }

  @Override
  public synchronized void launchGraph(long executable, long stream) {
    say("launchGraph");
    executables.get(executable).forEach(work -> put(stream, work));
  }

  @Override
  public synchronized void destroyExecutable(long executable) {
    disturb("cuGraphExecDestroy");
    executables.remove(executable);
  }
}
