package org.attune.model.cuda.device;

import java.util.Optional;

/**
 * CUDA's driver, as far as trials need it. Handles and addresses on the card are numbers. Every
 * call that fails throws a {@link CudaException} that names it.
 *
 * <p>What takes a stream returns at once; the work is done in the order in which it was put there.
 * While a stream is captured its work is written down instead, with the values that the calls were
 * given.
 */
public interface Driver {

  /** The newest CUDA that it serves: 13000 is 13.0. */
  int version();

  /** Its release, such as {@code 580.65.06}; empty where nothing tells it. */
  Optional<String> release();

  /** How many cards there are. */
  int devices();

  DeviceFacts facts(int device);

  /** Takes part in a card's primary context, which all trials of this process share. */
  long retain(int device);

  /** Takes part no longer. */
  void release(int device);

  /** Makes a context the calling thread's. */
  void enter(long context);

  /** Memory on the card, aligned to 256 bytes; what is in it is anything. */
  long allocate(long bytes);

  void free(long address);

  /** Memory of the host that the card copies from and to by itself. */
  long allocateHost(long bytes);

  void freeHost(long address);

  /** Copies from the host to the card. */
  void copyIn(long device, long host, long bytes, long stream);

  /** Copies from the card to the host. */
  void copyOut(long host, long device, long bytes, long stream);

  /** Puts one word of four bytes everywhere. */
  void fill(long device, int word, long words, long stream);

  /** A stream that waits for no other. */
  long stream();

  void destroyStream(long stream);

  /** Waits until a stream's work is done. */
  void synchronize(long stream);

  /** Loads compiled kernels. */
  long load(byte[] image);

  void unload(long module);

  /** A kernel by its name. */
  long function(long module, String name);

  /** Lets a kernel's blocks share so many bytes, where they are more than usual. */
  void allowShared(long function, int bytes);

  /**
   * Runs a kernel.
   *
   * @param blocks of the grid
   * @param threads of a block
   * @param shared bytes that a block shares, besides what the kernel declares
   * @param arguments address of an array of addresses on the host, one of each argument
   */
  void launch(long function, int blocks, int threads, int shared, long stream, long arguments);

  /** From here on the stream's work is written down; other threads are not disturbed. */
  void beginCapture(long stream);

  /** What was written down: a graph. */
  long endCapture(long stream);

  /** How many kernels, copies and fills a graph has. */
  long nodes(long graph);

  /** Makes a graph ready to run. */
  long instantiate(long graph);

  void destroyGraph(long graph);

  /** Runs all that a graph has written down. */
  void launchGraph(long executable, long stream);

  void destroyExecutable(long executable);
}
