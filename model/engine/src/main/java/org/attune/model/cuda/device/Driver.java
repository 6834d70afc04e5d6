package org.attune.model.cuda.device;

import java.util.List;
import java.util.Optional;

/**
 * The calls of CUDA's driver that trials need. Handles and GPU addresses are numbers. A failed call
 * throws a {@link CudaException} that names the call.
 *
 * <p>Calls that take a stream are asynchronous; the stream runs their work in order. During graph
 * capture the stream records its work, with the arguments of the calls, instead of running it.
 */
public interface Driver {

  /** The newest CUDA version that it supports: 13000 is 13.0. */
  int version();

  /** Its release, such as {@code 580.65.06}; empty if unknown. */
  Optional<String> release();

  /** The number of GPUs. */
  int devices();

  DeviceFacts facts(int device);

  /**
   * All GPUs of the machine, in the order of {@code nvidia-smi}; empty if that order is unknown.
   */
  List<CardId> installed();

  /** Retains a GPU's primary context until the process ends; all trials share it. */
  long retain(int device);

  /** Makes a context current on the calling thread. */
  void enter(long context);

  /** Allocates GPU memory, aligned to 256 bytes and uninitialised. */
  long allocate(long bytes);

  void free(long address);

  /** Allocates pinned host memory that the GPU copies from and to. */
  long allocateHost(long bytes);

  void freeHost(long address);

  /** Copies from the host to the GPU. */
  void copyIn(long device, long host, long bytes, long stream);

  /** Copies from the GPU to the host. */
  void copyOut(long host, long device, long bytes, long stream);

  /** Fills memory with one four-byte word. */
  void fill(long device, int word, long words, long stream);

  /** Creates a stream that waits for no other. */
  long stream();

  void destroyStream(long stream);

  /** Waits until a stream's work is done. */
  void synchronize(long stream);

  /**
   * Whether a stream's work is done.
   *
   * @throws CudaException if some of it failed
   */
  boolean isIdle(long stream);

  /** Loads compiled kernels. */
  long load(byte[] image);

  /** A kernel by its name. */
  long function(long module, String name);

  /** Raises a kernel's limit of shared memory per block above the default. */
  void allowShared(long function, int bytes);

  /**
   * Launches a kernel.
   *
   * @param blocks of the grid
   * @param threads of a block
   * @param shared bytes that a block shares, besides those that the kernel declares
   * @param arguments host address of an array of addresses, one for each argument
   */
  void launch(long function, int blocks, int threads, int shared, long stream, long arguments);

  /** Begins graph capture: the stream records its work. Other threads are unaffected. */
  void beginCapture(long stream);

  /** Ends graph capture and returns the graph. */
  long endCapture(long stream);

  /** The number of kernels, copies and fills in a graph. */
  long nodes(long graph);

  /** Instantiates a graph for launching. */
  long instantiate(long graph);

  void destroyGraph(long graph);

  /** Launches a graph. */
  void launchGraph(long executable, long stream);

  void destroyExecutable(long executable);
}
