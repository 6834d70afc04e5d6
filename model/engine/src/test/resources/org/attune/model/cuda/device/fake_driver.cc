// A driver that does nothing but write down what it was given, with the types of cuda.h (13.0): a test holds the bindings to it.
#include <stdio.h>
#include <string.h>
typedef unsigned long long Address;
typedef void *Handle;
static char said[512];
static int init;
#define SAY(...) snprintf(said, sizeof said, __VA_ARGS__)
extern "C" {
const char *fake_said() { return said; }
void fake_init(int code) { init = code; }
int cuInit(unsigned flags) { return init; }
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuGetErrorName(int error, const char **text) { *text = "A_NAME"; return 0; }
int cuGetErrorString(int error, const char **text) {
  *text = error == 100 ? "no CUDA-capable device is detected" : "some error";
  return 0;
}
int cuDeviceGetCount(int *count) { *count = 2; return 0; }
int cuDeviceGet(int *device, int ordinal) { *device = ordinal + 7; return 0; }
int cuDeviceGetName(char *name, int length, int device) { snprintf(name, length, "Card %d", device); return 0; }
int cuDeviceGetUuid_v2(unsigned char *uuid, int device) {
  for (int i = 0; i < 16; i++) uuid[i] = device + i;
  return 0;
}
int cuDeviceGetPCIBusId(char *bus, int length, int device) {
  snprintf(bus, length, "0000:3B:%02x.0", device);
  return 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int device) { *bytes = (size_t)150 << 30; return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 75 ? 9 : attribute == 76 ? 0 : attribute == 97 ? 232448 : -1;
  return 0;
}
int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) { return 708; }
int cuDevicePrimaryCtxRetain(Handle *context, int device) { *context = (Handle)0x123456789abcULL; return 0; }
int cuCtxSetCurrent(Handle context) { SAY("enter %p", context); return 0; }
int cuMemGetInfo_v2(size_t *free, size_t *all) { *free = (size_t)3 << 30; *all = (size_t)150 << 30; return 0; }
int cuMemAlloc_v2(Address *address, size_t bytes) {
  if (bytes > (size_t)1 << 40) return 2;
  *address = 0x7f00deadbe00ULL;
  SAY("allocate %zu", bytes);
  return 0;
}
int cuMemFree_v2(Address address) { SAY("free %llx", address); return 0; }
int cuMemAllocHost_v2(void **address, size_t bytes) { *address = (void *)0x1000; return 0; }
int cuMemFreeHost(void *address) { SAY("freeHost %p", address); return 0; }
int cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes, Handle stream) {
  SAY("in %llx %p %zu %p", to, from, bytes, stream);
  return 0;
}
int cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes, Handle stream) {
  SAY("out %p %llx %zu %p", to, from, bytes, stream);
  return 0;
}
int cuMemsetD32Async(Address to, unsigned word, size_t words, Handle stream) {
  SAY("fill %llx %x %zu %p", to, word, words, stream);
  return 0;
}
int cuStreamCreate(Handle *stream, unsigned flags) { *stream = (Handle)(size_t)(0x500 + flags); return 0; }
int cuStreamDestroy_v2(Handle stream) { return 0; }
int cuStreamSynchronize(Handle stream) { return 700; }
int cuStreamQuery(Handle stream) { return (size_t)stream == 0x501 ? 600 : (size_t)stream == 0x502 ? 700 : 0; }
int cuModuleLoadData(Handle *module, const void *image) {
  *module = (Handle)0x600;
  SAY("load %s", (const char *)image);
  return 0;
}
int cuModuleGetFunction(Handle *function, Handle module, const char *name) {
  *function = (Handle)0x700;
  SAY("function %p %s", module, name);
  return 0;
}
int cuFuncSetAttribute(Handle function, int attribute, int value) {
  SAY("attribute %p %d %d", function, attribute, value);
  return 0;
}
int cuLaunchKernel(Handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, Handle stream, void **arguments, void **extra) {
  SAY("launch %p %u %u %u %u %u %u %u %p %p %p", function, gx, gy, gz, bx, by, bz, shared, stream, (void *)arguments,
      (void *)extra);
  return 0;
}
int cuStreamBeginCapture_v2(Handle stream, int mode) { SAY("capture %p %d", stream, mode); return 0; }
int cuStreamEndCapture(Handle stream, Handle *graph) { *graph = (Handle)0x800; return 0; }
int cuGraphGetNodes(Handle graph, Handle *nodes, size_t *count) { *count = nodes ? 0 : 42; return 0; }
int cuGraphInstantiateWithFlags(Handle *executable, Handle graph, unsigned long long flags) {
  *executable = (Handle)0x900;
  SAY("instantiate %p %llu", graph, flags);
  return 0;
}
int cuGraphDestroy(Handle graph) { return 0; }
int cuGraphLaunch(Handle executable, Handle stream) { SAY("graph %p %p", executable, stream); return 0; }
int cuGraphExecDestroy(Handle executable) { return 0; }
}
