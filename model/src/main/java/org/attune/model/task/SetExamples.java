package org.attune.model.task;

import org.attune.model.network.Signature;

/** Sets drawn at random. */
abstract class SetExamples extends DrawnExamples {

  final Signature signature;

  SetExamples(Signature signature, int sets, long seed) {
    super(sets, seed);
    this.signature = signature;
  }
}
