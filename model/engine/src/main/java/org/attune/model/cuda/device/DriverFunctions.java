package org.attune.model.cuda.device;

/**
 * The driver's functions, by their exported names (cuda.h of CUDA 11.8 to 13). All return 0 or an
 * error code. Arrays of one element receive their results.
 */
final class DriverFunctions {

  private DriverFunctions() {}

  static native int cuInit(int flags);

  static native int cuDriverGetVersion(int[] version);

  static native int cuGetErrorString(int error, long[] text);

  static native int cuDeviceGetCount(int[] count);

  static native int cuDeviceGet(int[] device, int ordinal);

  static native int cuDeviceGetName(byte[] name, int length, int device);

  static native int cuDeviceGetUuid_v2(byte[] uuid, int device);

  static native int cuDeviceGetPCIBusId(byte[] bus, int length, int device);

  static native int cuDeviceTotalMem_v2(long[] bytes, int device);

  static native int cuDeviceGetAttribute(int[] value, int attribute, int device);

  static native int cuDevicePrimaryCtxSetFlags_v2(int device, int flags);

  static native int cuDevicePrimaryCtxRetain(long[] context, int device);

  static native int cuCtxSetCurrent(long context);

  static native int cuMemGetInfo_v2(long[] free, long[] all);

  static native int cuMemAlloc_v2(long[] address, long bytes);

  static native int cuMemFree_v2(long address);

  static native int cuMemAllocHost_v2(long[] address, long bytes);

  static native int cuMemFreeHost(long address);

  static native int cuMemcpyHtoDAsync_v2(long device, long host, long bytes, long stream);

  static native int cuMemcpyDtoHAsync_v2(long host, long device, long bytes, long stream);

  static native int cuMemsetD32Async(long device, int word, long words, long stream);

  static native int cuStreamCreate(long[] stream, int flags);

  static native int cuStreamDestroy_v2(long stream);

  static native int cuStreamSynchronize(long stream);

  static native int cuStreamQuery(long stream);

  static native int cuModuleLoadData(long[] module, byte[] image);

  static native int cuModuleGetFunction(long[] function, long module, String name);

  static native int cuFuncSetAttribute(long function, int attribute, int value);

  static native int cuLaunchKernel(
      long function,
      int gridX,
      int gridY,
      int gridZ,
      int blockX,
      int blockY,
      int blockZ,
      int shared,
      long stream,
      long arguments,
      long extra);

  static native int cuStreamBeginCapture_v2(long stream, int mode);

  static native int cuStreamEndCapture(long stream, long[] graph);

  static native int cuGraphGetNodes(long graph, long nodes, long[] count);

  static native int cuGraphInstantiateWithFlags(long[] executable, long graph, long flags);

  static native int cuGraphDestroy(long graph);

  static native int cuGraphLaunch(long executable, long stream);

  static native int cuGraphExecDestroy(long executable);
}
