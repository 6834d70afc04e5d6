package org.attune.model.cuda.device;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** The driver of this machine. */
final class NativeDriver implements Driver {

  private static final int COMPUTE_CAPABILITY_MAJOR = 75; // CUdevice_attribute
  private static final int COMPUTE_CAPABILITY_MINOR = 76;
  private static final int MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97;
  private static final int MAX_DYNAMIC_SHARED_SIZE_BYTES = 8; // CUfunction_attribute
  private static final int SCHED_BLOCKING_SYNC =
      4; // a waiting thread leaves its core to other trials
  private static final int PRIMARY_CONTEXT_ACTIVE =
      708; // the context is already active, with flags that others set
  private static final int NOT_READY = 600; // the stream has work to do
  private static final int NON_BLOCKING = 1;
  private static final int THREAD_LOCAL = 1; // capture does not affect other trials' calls
  private static final int NAME_LENGTH = 256;
  private static final int UUID_BYTES = 16;

  private final Optional<String> release = DriverRelease.here();

  private NativeDriver() {}

  /** Initialises the driver. */
  static Driver of(NativeLibrary library) {
    NativeLibraries.bind(DriverFunctions.class, library, "The NVIDIA driver");
    int code = DriverFunctions.cuInit(0);
    if (code != 0) {
      throw new CudaException(
          "No CUDA device: cuInit said %d, %s".formatted(code, text(code)), code);
    }
    return new NativeDriver();
  }

  private static void check(String call, int code) {
    if (code != 0) {
      throw new CudaException("%s said %d, %s".formatted(call, code, text(code)), code);
    }
  }

  /** The number that a call writes to an array of one element. */
  private static int number(String call, ToIntFunction<int[]> function) {
    int[] result = {0};
    check(call, function.applyAsInt(result));
    return result[0];
  }

  /** The handle, address or count that a call writes to an array of one element. */
  private static long handle(String call, ToIntFunction<long[]> function) {
    long[] result = {0};
    check(call, function.applyAsInt(result));
    return result[0];
  }

  /** The driver's description of an error. */
  private static String text(int code) {
    long[] address = {0};
    boolean known = DriverFunctions.cuGetErrorString(code, address) == 0 && address[0] != 0;
    return known ? new Pointer(address[0]).getString(0) : "an error without a name";
  }

  @Override
  public int version() {
    return number("cuDriverGetVersion", version -> DriverFunctions.cuDriverGetVersion(version));
  }

  @Override
  public Optional<String> release() {
    return release;
  }

  @Override
  public int devices() {
    return number("cuDeviceGetCount", count -> DriverFunctions.cuDeviceGetCount(count));
  }

  @Override
  public DeviceFacts facts(int ordinal) {
    int device = device(ordinal);
    byte[] name = new byte[NAME_LENGTH];
    check("cuDeviceGetName", DriverFunctions.cuDeviceGetName(name, name.length, device));
    long[] memory = {0};
    check("cuDeviceTotalMem", DriverFunctions.cuDeviceTotalMem_v2(memory, device));
    return new DeviceFacts(
        ordinal,
        id(device),
        Native.toString(name),
        attribute(COMPUTE_CAPABILITY_MAJOR, device),
        attribute(COMPUTE_CAPABILITY_MINOR, device),
        memory[0],
        attribute(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device));
  }

  private static CardId id(int device) {
    byte[] uuid = new byte[UUID_BYTES];
    check("cuDeviceGetUuid", DriverFunctions.cuDeviceGetUuid_v2(uuid, device));
    byte[] bus = new byte[NAME_LENGTH];
    check("cuDeviceGetPCIBusId", DriverFunctions.cuDeviceGetPCIBusId(bus, bus.length, device));
    ByteBuffer numbers = ByteBuffer.wrap(uuid);
    return CardId.of(
        new UUID(numbers.getLong(), numbers.getLong()).toString(), Native.toString(bus));
  }

  /** By the management library. Without it, all GPUs that CUDA shows, if it hides none. */
  @Override
  public List<CardId> installed() {
    List<CardId> known =
        NativeLibraries.open(Management.LIBRARY).map(InstalledCards::of).orElse(List.of());
    boolean hides = System.getenv("CUDA_VISIBLE_DEVICES") != null;
    return known.isEmpty() && !hides
        ? IntStream.range(0, devices())
            .mapToObj(card -> id(device(card)))
            .sorted(Comparator.comparing(CardId::bus))
            .toList()
        : known;
  }

  private static int device(int ordinal) {
    return number("cuDeviceGet", device -> DriverFunctions.cuDeviceGet(device, ordinal));
  }

  private static int attribute(int attribute, int device) {
    return number(
        "cuDeviceGetAttribute",
        value -> DriverFunctions.cuDeviceGetAttribute(value, attribute, device));
  }

  @Override
  public long retain(int ordinal) {
    int device = device(ordinal);
    int code = DriverFunctions.cuDevicePrimaryCtxSetFlags_v2(device, SCHED_BLOCKING_SYNC);
    if (code != PRIMARY_CONTEXT_ACTIVE) {
      check("cuDevicePrimaryCtxSetFlags", code);
    }
    return handle(
        "cuDevicePrimaryCtxRetain",
        context -> DriverFunctions.cuDevicePrimaryCtxRetain(context, device));
  }

  @Override
  public void enter(long context) {
    check("cuCtxSetCurrent", DriverFunctions.cuCtxSetCurrent(context));
  }

  @Override
  public long allocate(long bytes) {
    long[] address = {0};
    int code = DriverFunctions.cuMemAlloc_v2(address, bytes);
    check("cuMemAlloc of %,d bytes%s".formatted(bytes, code == 0 ? "" : room()), code);
    return address[0];
  }

  /** The GPU's free memory as text; other processes may hold some of it. */
  private static String room() {
    long[] free = {0};
    long[] all = {0};
    return DriverFunctions.cuMemGetInfo_v2(free, all) == 0
        ? ", of which the card has %,d of %,d left,".formatted(free[0], all[0])
        : "";
  }

  @Override
  public void free(long address) {
    check("cuMemFree", DriverFunctions.cuMemFree_v2(address));
  }

  @Override
  public long allocateHost(long bytes) {
    return handle(
        "cuMemAllocHost of %,d bytes".formatted(bytes),
        address -> DriverFunctions.cuMemAllocHost_v2(address, bytes));
  }

  @Override
  public void freeHost(long address) {
    check("cuMemFreeHost", DriverFunctions.cuMemFreeHost(address));
  }

  @Override
  public void copyIn(long device, long host, long bytes, long stream) {
    check("cuMemcpyHtoDAsync", DriverFunctions.cuMemcpyHtoDAsync_v2(device, host, bytes, stream));
  }

  @Override
  public void copyOut(long host, long device, long bytes, long stream) {
    check("cuMemcpyDtoHAsync", DriverFunctions.cuMemcpyDtoHAsync_v2(host, device, bytes, stream));
  }

  @Override
  public void fill(long device, int word, long words, long stream) {
    check("cuMemsetD32Async", DriverFunctions.cuMemsetD32Async(device, word, words, stream));
  }

  @Override
  public long stream() {
    return handle("cuStreamCreate", stream -> DriverFunctions.cuStreamCreate(stream, NON_BLOCKING));
  }

  @Override
  public void destroyStream(long stream) {
    check("cuStreamDestroy", DriverFunctions.cuStreamDestroy_v2(stream));
  }

  @Override
  public void synchronize(long stream) {
    check("cuStreamSynchronize", DriverFunctions.cuStreamSynchronize(stream));
  }

  @Override
  public boolean isIdle(long stream) {
    int code = DriverFunctions.cuStreamQuery(stream);
    if (code != NOT_READY) {
      check("cuStreamQuery", code);
    }
    return code == 0;
  }

  @Override
  public long load(byte[] image) {
    return handle("cuModuleLoadData", module -> DriverFunctions.cuModuleLoadData(module, image));
  }

  @Override
  public long function(long module, String name) {
    return handle(
        "cuModuleGetFunction of " + name,
        function -> DriverFunctions.cuModuleGetFunction(function, module, name));
  }

  @Override
  public void allowShared(long function, int bytes) {
    check(
        "cuFuncSetAttribute",
        DriverFunctions.cuFuncSetAttribute(function, MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes));
  }

  @Override
  public void launch(
      long function, int blocks, int threads, int shared, long stream, long arguments) {
    int code =
        DriverFunctions.cuLaunchKernel(
            function, blocks, 1, 1, threads, 1, 1, shared, stream, arguments, 0);
    if (code != 0) { // launches come every microsecond: no message is built on success
      check("cuLaunchKernel", code);
    }
  }

  @Override
  public void beginCapture(long stream) {
    check("cuStreamBeginCapture", DriverFunctions.cuStreamBeginCapture_v2(stream, THREAD_LOCAL));
  }

  @Override
  public long endCapture(long stream) {
    return handle("cuStreamEndCapture", graph -> DriverFunctions.cuStreamEndCapture(stream, graph));
  }

  @Override
  public long nodes(long graph) {
    return handle("cuGraphGetNodes", count -> DriverFunctions.cuGraphGetNodes(graph, 0, count));
  }

  @Override
  public long instantiate(long graph) {
    return handle(
        "cuGraphInstantiateWithFlags",
        executable -> DriverFunctions.cuGraphInstantiateWithFlags(executable, graph, 0));
  }

  @Override
  public void destroyGraph(long graph) {
    check("cuGraphDestroy", DriverFunctions.cuGraphDestroy(graph));
  }

  @Override
  public void launchGraph(long executable, long stream) {
    check("cuGraphLaunch", DriverFunctions.cuGraphLaunch(executable, stream));
  }

  @Override
  public void destroyExecutable(long executable) {
    check("cuGraphExecDestroy", DriverFunctions.cuGraphExecDestroy(executable));
  }
}
