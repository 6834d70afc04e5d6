// A card that is this processor, as NVIDIA's libraries: what Attune calls of the driver, of NVRTC and of cuBLAS (cuda.h, nvrtc.h
// and cublas_api.h of 13.0). Work is done when it is put on a stream, a captured stream keeps it for its graph, and kernels are
// compiled by g++ with shim.h and run by its fibers. `cluster/bin/host-card FOLDER` builds it; attune.cuda.path finds it there.
// With HOST_CARD=idle in the environment kernels and products do nothing, and all numbers are 0: the card for large networks.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <regex>
#include <string>
#include <vector>

typedef unsigned long long Address;
enum { INVALID = 1, OUT_OF_MEMORY = 2, WRONG_HANDLE = 400, NOT_FOUND = 500, LAUNCH_FAILED = 719 };

namespace {
typedef std::function<void()> Work;
typedef std::vector<Work> Graph;
struct Stream { Graph *captured = nullptr; };
struct Block { size_t bytes; };
const size_t AHEAD = 256; // bytes before what is allocated; they keep its size
std::atomic<int> lost{0}; // an error that every later call repeats
std::atomic<size_t> taken{0};
const int MOST_SHARED = 232448; // bytes, an H200's

bool idle() {
  static const bool set = getenv("HOST_CARD") && !strcmp(getenv("HOST_CARD"), "idle");
  return set;
}

size_t all_memory() { return (size_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 2; }

int put(void *on, Work work) {
  if (lost) return lost;
  Stream *stream = (Stream *)on;
  if (!stream) return WRONG_HANDLE;
  if (stream->captured) stream->captured->push_back(std::move(work));
  else work();
  return lost;
}
int take(void **to, size_t bytes) {
  void *block = mmap(nullptr, bytes + AHEAD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) return OUT_OF_MEMORY;
  ((Block *)block)->bytes = bytes;
  *to = (char *)block + AHEAD;
  if (!idle()) memset(*to, 0xff, bytes); // not a number until written
  return 0;
}
size_t give(void *address) {
  Block *block = (Block *)((char *)address - AHEAD);
  const size_t bytes = block->bytes;
  munmap(block, bytes + AHEAD);
  return bytes;
}

// A library of kernels. shim.h has one block at a time, so it is run by one thread at a time.
struct Module { void *library; std::mutex busy; };
struct Kernel {
  Module *module;
  void (*call)(void **);
  int (*launch)(void (*)(void **), void **, int, int, int, int);
  std::vector<int> sizes;
  int allowed = 48 << 10; // bytes that a block may share
};
// What NVRTC gives: a shared library, with its length ahead.
struct Image { char magic[8]; uint64_t bytes; };
const char MAGIC[] = "HOSTCARD";

struct Program { std::string source, log, image; };

std::string read(const std::string &path) {
  std::string text;
  if (FILE *file = fopen(path.c_str(), "rb")) {
    char part[65536];
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;) text.append(part, n);
    fclose(file);
  }
  return text;
}

// Products: columns of 16 rows and of 4, packed, so that a tile of the result stays in registers.
const int ROWS = 16, COLUMNS = 4;
struct Product { bool left, right; int m, n, k; float alpha; int lda, ldb; float beta; int ldc; bool reduced; };

float factor(float value, bool reduced) {
  if (!reduced) return value;
  uint32_t bits;
  memcpy(&bits, &value, 4);
  bits = (bits + 0x1000) & 0xffffe000; // TF32 has 10 bits after the point
  memcpy(&value, &bits, 4);
  return value;
}
void product(const Product &p, const float *a, const float *b, float *c) {
  if (idle()) return;
  const int up = (p.m + ROWS - 1) / ROWS, across = (p.n + COLUMNS - 1) / COLUMNS;
  std::vector<float> left((size_t)up * ROWS * p.k, 0), right((size_t)across * COLUMNS * p.k, 0);
  for (int l = 0; l < p.k; l++)
    for (int i = 0; i < p.m; i++)
      left[((size_t)(i / ROWS) * p.k + l) * ROWS + i % ROWS] =
          factor(p.left ? a[(size_t)i * p.lda + l] : a[(size_t)l * p.lda + i], p.reduced);
  for (int l = 0; l < p.k; l++)
    for (int j = 0; j < p.n; j++)
      right[((size_t)(j / COLUMNS) * p.k + l) * COLUMNS + j % COLUMNS] =
          factor(p.right ? b[(size_t)l * p.ldb + j] : b[(size_t)j * p.ldb + l], p.reduced);
  for (int t = 0; t < up * across; t++) {
    const int i0 = t % up * ROWS, j0 = t / up * COLUMNS;
    const float *x = &left[(size_t)i0 * p.k], *y = &right[(size_t)j0 * p.k];
    float sum[COLUMNS][ROWS] = {};
    for (int l = 0; l < p.k; l++, x += ROWS, y += COLUMNS)
      for (int j = 0; j < COLUMNS; j++)
        for (int i = 0; i < ROWS; i++) sum[j][i] += x[i] * y[j];
    for (int j = 0; j < COLUMNS && j0 + j < p.n; j++)
      for (int i = 0; i < ROWS && i0 + i < p.m; i++) {
        float &at = c[(size_t)(j0 + j) * p.ldc + i0 + i];
        at = p.alpha * sum[j][i] + (p.beta == 0 ? 0 : p.beta * at);
      }
  }
}
bool misaligned(const Product &p, const void *a, const void *b, const void *c) {
  const uintptr_t all = (uintptr_t)a | (uintptr_t)b | (uintptr_t)c | 4ULL * (p.lda | p.ldb | p.ldc);
  return p.reduced && all % 16;
}
}

extern "C" {
int cuInit(unsigned) { return 0; }
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuGetErrorString(int error, const char **text) {
  *text = error == OUT_OF_MEMORY ? "out of memory" : error == LAUNCH_FAILED ? "a barrier that not all threads reach" : "an error";
  return 0;
}
int cuDeviceGetCount(int *count) { *count = 1; return 0; }
int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return ordinal ? INVALID : 0; }
int cuDeviceGetName(char *name, int length, int) { snprintf(name, length, "this processor"); return 0; }
int cuDeviceGetUuid_v2(unsigned char *uuid, int) { memset(uuid, 0, 16); return 0; }
int cuDeviceGetPCIBusId(char *bus, int length, int) { snprintf(bus, length, "0000:00:00.0"); return 0; }
int cuDeviceTotalMem_v2(size_t *bytes, int) { *bytes = all_memory(); return 0; }
// Capability 0.0: no kernel of a card is ever taken for one of these.
int cuDeviceGetAttribute(int *value, int attribute, int) { *value = attribute == 97 ? MOST_SHARED : 0; return 0; }
int cuDevicePrimaryCtxSetFlags_v2(int, unsigned) { return 0; }
int cuDevicePrimaryCtxRetain(void **context, int) { *context = &lost; return 0; }
int cuCtxSetCurrent(void *) { return lost; }
int cuMemGetInfo_v2(size_t *free, size_t *all) { *all = all_memory(); *free = *all - taken; return 0; }

int cuMemAlloc_v2(void **address, size_t bytes) {
  if (lost) return lost;
  if (taken.fetch_add(bytes) + bytes > all_memory()) { taken -= bytes; return OUT_OF_MEMORY; }
  return take(address, bytes);
}
int cuMemFree_v2(void *address) { taken -= give(address); return 0; }
int cuMemAllocHost_v2(void **address, size_t bytes) { return take(address, bytes); }
int cuMemFreeHost(void *address) { give(address); return 0; }
int cuMemcpyHtoDAsync_v2(void *to, const void *from, size_t bytes, void *stream) {
  return put(stream, [=] { memcpy(to, from, bytes); });
}
int cuMemcpyDtoHAsync_v2(void *to, const void *from, size_t bytes, void *stream) {
  return put(stream, [=] { memcpy(to, from, bytes); });
}
int cuMemsetD32Async(uint32_t *to, unsigned word, size_t words, void *stream) {
  return put(stream, [=] { std::fill(to, to + words, word); });
}

int cuStreamCreate(void **stream, unsigned) { *stream = new Stream; return lost; }
int cuStreamDestroy_v2(void *stream) { delete (Stream *)stream; return 0; }
int cuStreamSynchronize(void *) { return lost; }
int cuStreamQuery(void *) { return lost; }

int cuModuleLoadData(void **module, const void *image) {
  const Image *head = (const Image *)image;
  if (memcmp(head->magic, MAGIC, sizeof head->magic)) return INVALID;
  const int file = memfd_create("kernels", 0);
  const char *from = (const char *)(head + 1);
  for (uint64_t done = 0; done < head->bytes;) {
    const ssize_t wrote = write(file, from + done, head->bytes - done);
    if (wrote < 0) return OUT_OF_MEMORY;
    done += wrote;
  }
  void *library = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return INVALID;
  Module *made = new Module;
  made->library = library;
  *module = made; // the file stays open, or the next would have its name
  return 0;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  void *library = ((Module *)module)->library;
  auto sizes = (int (*)(int *))dlsym(library, (std::string("host_sizes_") + name).c_str());
  if (!sizes) return NOT_FOUND;
  Kernel *kernel = new Kernel;
  kernel->module = (Module *)module;
  kernel->call = (void (*)(void **))dlsym(library, (std::string("host_call_") + name).c_str());
  *(void **)&kernel->launch = dlsym(library, "host_launch");
  int all[64];
  kernel->sizes.assign(all, all + sizes(all));
  *function = kernel;
  return 0;
}
int cuFuncSetAttribute(void *function, int, int bytes) {
  if (bytes > MOST_SHARED) return INVALID;
  ((Kernel *)function)->allowed = bytes;
  return 0;
}

int cuLaunchKernel(void *function, unsigned blocks, unsigned, unsigned, unsigned threads, unsigned, unsigned, unsigned bytes,
                   void *stream, void **arguments, void **) {
  Kernel *kernel = (Kernel *)function;
  if (blocks < 1 || threads < 1 || threads > 1024 || (int)bytes > kernel->allowed) return INVALID;
  std::vector<uint64_t> values(kernel->sizes.size()); // as they are now
  for (size_t i = 0; i < values.size(); i++) memcpy(&values[i], arguments[i], kernel->sizes[i]);
  return put(stream, [=]() mutable {
    if (idle()) return;
    std::vector<void *> given;
    for (uint64_t &value : values) given.push_back(&value);
    std::lock_guard<std::mutex> alone(kernel->module->busy);
    if (kernel->launch(kernel->call, given.data(), blocks, threads, bytes, 0)) lost = LAUNCH_FAILED;
  });
}

int cuStreamBeginCapture_v2(void *stream, int) { ((Stream *)stream)->captured = new Graph; return lost; }
int cuStreamEndCapture(void *stream, void **graph) {
  *graph = ((Stream *)stream)->captured;
  ((Stream *)stream)->captured = nullptr;
  return lost;
}
int cuGraphGetNodes(void *graph, void *, size_t *count) { *count = ((Graph *)graph)->size(); return 0; }
int cuGraphInstantiateWithFlags(void **executable, void *graph, unsigned long long) {
  *executable = new Graph(*(Graph *)graph);
  return 0;
}
int cuGraphDestroy(void *graph) { delete (Graph *)graph; return 0; }
int cuGraphExecDestroy(void *executable) { delete (Graph *)executable; return 0; }
int cuGraphLaunch(void *executable, void *stream) {
  for (const Work &work : *(Graph *)executable)
    if (put(stream, work)) return lost;
  return lost;
}

int nvrtcVersion(int *major, int *minor) { *major = 13; *minor = 0; return 0; }
const char *nvrtcGetErrorString(int) { return "g++ cannot compile it"; }
int nvrtcCreateProgram(void **program, const char *source, const char *, int, void *, void *) {
  *program = new Program{source, "", ""};
  return 0;
}
int nvrtcDestroyProgram(void **program) { delete (Program *)*program; return 0; }
int nvrtcCompileProgram(void *given, int count, const char **options) {
  Program *program = (Program *)given;
  std::string text = "#include \"" SHIM "\"\n" + program->source + "\n";
  const std::regex kernel("extern \"C\" __global__ void (?:__launch_bounds__\\(.*?\\) )?(\\w+)\\(");
  for (std::sregex_iterator each(program->source.begin(), program->source.end(), kernel), end; each != end; ++each)
    text += "HOST(" + (*each)[1].str() + ")\n";
  char folder[] = "/tmp/attune-kernels-XXXXXX";
  if (!mkdtemp(folder)) return 1;
  const std::string at = folder, source = at + "/kernels.cc";
  FILE *file = fopen(source.c_str(), "wb");
  fwrite(text.data(), 1, text.size(), file);
  fclose(file);
  std::string command = "g++ -O2 -std=c++17 -w -shared -fPIC -Wl,-Bsymbolic";
  for (int i = 0; i < count; i++)
    if (!strncmp(options[i], "-D", 2)) command += std::string(" '") + options[i] + "'";
  command += " -o " + at + "/kernels.so " + source + " >" + at + "/log 2>&1";
  const int code = system(command.c_str());
  program->log = read(at + "/log");
  const std::string library = read(at + "/kernels.so");
  Image head;
  memcpy(head.magic, MAGIC, sizeof head.magic);
  head.bytes = library.size();
  program->image = std::string((const char *)&head, sizeof head) + library;
  for (const char *name : {"/kernels.cc", "/kernels.so", "/log"}) unlink((at + name).c_str());
  rmdir(folder);
  return code == 0 && !library.empty() ? 0 : 6;
}
int nvrtcGetProgramLogSize(void *program, size_t *size) { *size = ((Program *)program)->log.size() + 1; return 0; }
int nvrtcGetProgramLog(void *program, char *log) { strcpy(log, ((Program *)program)->log.c_str()); return 0; }
int nvrtcGetCUBINSize(void *program, size_t *size) { *size = ((Program *)program)->image.size(); return 0; }
int nvrtcGetCUBIN(void *program, char *image) {
  const std::string &all = ((Program *)program)->image;
  memcpy(image, all.data(), all.size());
  return 0;
}

int cublasCreate_v2(void **handle) { *handle = new void *; return 0; }
int cublasSetStream_v2(void *handle, void *stream) { *(void **)handle = stream; return 0; }
int cublasSetWorkspace_v2(void *, void *, size_t) { return 0; }
int cublasGemmStridedBatchedEx(void *handle, int left, int right, int m, int n, int k, const float *alpha, const float *a, int,
                               int lda, long long, const float *b, int, int ldb, long long, const float *beta, float *c, int,
                               int ldc, long long, int, int compute, int) {
  const Product form{left != 0, right != 0, m, n, k, *alpha, lda, ldb, *beta, ldc, compute == 77};
  if (misaligned(form, a, b, c)) return 7;
  return put(*(void **)handle, [=] { product(form, a, b, c); }) ? 13 : 0;
}
int cublasGemmBatchedEx(void *handle, int left, int right, int m, int n, int k, const float *alpha, const float **a, int, int lda,
                        const float **b, int, int ldb, const float *beta, float **c, int, int ldc, int count, int compute, int) {
  const Product form{left != 0, right != 0, m, n, k, *alpha, lda, ldb, *beta, ldc, compute == 77};
  return put(*(void **)handle, [=] {
    for (int i = 0; i < count; i++) product(form, a[i], b[i], c[i]);
  }) ? 13 : 0;
}
}
