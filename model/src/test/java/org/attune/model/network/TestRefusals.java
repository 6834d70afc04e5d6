package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, each with a reason that a reader can check and the key to change. */
class TestRefusals {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attention.query=split model.heads=1|attention.query.fraction 0.5 of 1 heads"
            + " is not a whole number: choose a multiple of 1/1",
        "attention.query=split attention.query.fraction=0.3|attention.query.fraction 0.3 of 4 heads"
            + " is not a whole number: choose a multiple of 1/4",
        "attention.key=split attention.key.fraction=0.1"
            + "|attention.key.fraction 0.1 of 4 heads is not a whole number: choose a multiple of 1/4",
        "attention.key=split attention.messages=shared attention.messages.group=4"
            + "|attention.key.fraction 0.5 of 1 heads is not a whole number: choose a multiple of 1/1",
        "attention.key=split attention.messages=compressed"
            + "|attention.key.fraction 0.5 of 1 heads is not a whole number: choose a multiple of 1/1",
        "attention.score-conv=convolution task.length=8"
            + "|attention.score-conv.kernel-key 11 is wider than the context of 8 tokens",
        "attention.weight-conv=convolution attention.weight-conv.kernel-key=4"
            + "|attention.weight-conv.kernel-key 4 is even: no key is in the middle",
        "attention.score-mixing=mixed attention.score-mixing.group=3"
            + "|attention.score-mixing.group 3 does not divide the 4 heads it mixes",
        "attention.weights=differential attention.weight-mixing=mixed"
            + " attention.weight-mixing.group=4|attention.weight-mixing.group 4 does not divide the"
            + " 2 heads it mixes",
        "attention.weights=differential model.heads=1"
            + "|attention.weights differential pairs heads, and model.heads 1 is odd",
        "attention.weights=differential attention.gate=from-query"
            + "|attention.gate from-query sets queries, keys or values beside what heads read, and"
            + " attention.weights differential reads with wider heads: change one of them",
        "attention.messages=shared attention.messages.group=3"
            + "|attention.messages.group 3 does not divide model.heads 4",
        "attention.messages=merged model.positions=none|model.qk-norm true reads heads' queries,"
            + " and attention.messages merged has none of a head's width: change one of them",
        "attention.messages=merged model.qk-norm=false|model.positions rope reads heads' queries,"
            + " and attention.messages merged has none of a head's width: change one of them",
        "attention.messages=merged model.qk-norm=false model.positions=none"
            + " attention.weights=ridge|attention.weights ridge reads heads' queries, and"
            + " attention.messages merged has none of a head's width: change one of them",
        "attention.messages=merged model.qk-norm=false model.positions=none"
            + " attention.query=shift|attention.query shift makes queries from other tokens, and"
            + " attention.messages merged takes each token itself for its query: change one of"
            + " them",
        "attention.weights=kernel-ridge|attention.weights kernel-ridge is for sets, and model.kind"
            + " decoder is for sequences: change one of them",
        "model.streams=two model.streams.read=64"
            + "|model.streams.read 64 leaves nothing of model.width 64 for a second stream",
        "model.precision=one-bit attention.gate=learned"
            + " attention.gate.position=projection|attention.gate learned works on maps of floats,"
            + " and model.precision one-bit has maps of signs: change one of them",
        "model.precision=one-bit model.mlp=formula model.mlp.formula=relu(linear(x))"
            + "|model.mlp formula works on maps of floats, and model.precision one-bit has maps of"
            + " signs: change one of them",
        "attention.weights=ridge model.positions=alibi|model.positions alibi lowers logits, and"
            + " attention.weights ridge has none: change one of them",
        "attention.weights=ridge attention.weights.lambda=0"
            + "|attention.weights.lambda 0 is for sets: the first keys of a sequence determine"
            + " nothing; give a positive number",
        "attention.weights=ridge attention.weights.lambda-source=context"
            + "|attention.weights.lambda-source context looks at the whole of a set, and a"
            + " sequence's first tokens must not: choose layer or head",
        "model.precision=one-bit model.embedding=orthogonal|model.embedding orthogonal of one bit"
            + " needs a model.width that is a power of two and no less than the vocabulary of 96",
        "attention.weights=filtered model.precision=one-bit"
            + "|attention.weights filtered works on maps of floats, and model.precision one-bit has"
            + " maps of signs: change one of them",
        "attention.gate=learned attention.gate.position=key attention.gate.grain=headwise"
            + "|attention.gate learned scales a head's whole query or key, and model.qk-norm true"
            + " gives each the same length afterwards: change one of them",
        "attention.key=shift attention.key.offset=16 task.length=16"
            + "|attention.key.offset 16 leaves nothing to look back at in a context of 16 tokens:"
            + " give less than 16",
        "model.width=12 model.heads=4|model.positions rope turns pairs of columns, and heads of"
            + " width 3 have an odd number",
        "attention.messages=compressed attention.messages.width=5|model.positions rope turns pairs"
            + " of columns, and heads of width 5 have an odd number",
        "attention.query=shift task.length=1|attention.query has nothing to look back at in a"
            + " context of 1 token: leave it at current",
        "attention.query=split task.length=1|attention.query has nothing to look back at in a"
            + " context of 1 token: leave it at current",
        "attention.key=shift task.length=1|attention.key has nothing to look back at in a"
            + " context of 1 token: leave it at current",
        "attention.key=split task.length=1|attention.key has nothing to look back at in a"
            + " context of 1 token: leave it at current",
        "model.positions=alibi attention.weights=score-gate attention.weights.function=identity"
            + "|model.positions alibi lowers logits, and attention.weights score-gate has none:"
            + " change one of them",
        "model.positions=alibi attention.weights=swiglu-neurons|model.positions alibi lowers"
            + " logits, and attention.weights swiglu-neurons has none: change one of them",
        "model.positions=alibi attention.weights=uniform|model.positions alibi changes scores, and"
            + " attention.weights uniform looks at none: change one of them",
        "attention.score-conv=convolution attention.weights=uniform|attention.score-conv"
            + " convolution changes scores, and attention.weights uniform looks at none: change"
            + " one of them",
        "attention.score-mixing=mixed attention.weights=uniform|attention.score-mixing mixed"
            + " changes scores, and attention.weights uniform looks at none: change one of them",
        "attention.gate=learned attention.gate.layers=7 model.layers=1|attention.gate.layers '7'"
            + " names layer 7, and there is only layer 0: choose of these, or raise model.layers",
        "attention.values=sigmoid attention.values.layers=0+4+3 model.layers=3"
            + "|attention.values.layers '0+4+3' names layer 3, and there are layers 0 to 2: choose"
            + " of these, or raise model.layers",
        "task=induction task.period=8 task.shortest-period=9"
            + "|Invalid task.shortest-period: 9 is more than task.period 8"
      })
  void eachSaysWhy(String settings, String reason) {
    assertThat(TypedSettings.conflicts(settings)).containsExactly(reason);
  }

  /** What would train is not refused. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "model.width=12 model.heads=4 model.positions=alibi",
        "attention.gate=learned attention.gate.layers=0+1 model.layers=2",
        "attention.messages=merged model.qk-norm=false model.positions=none attention.gate=self",
        "attention.gate=learned attention.gate.position=key attention.gate.grain=headwise"
            + " model.qk-norm=false",
        "attention.gate=learned attention.gate.position=query attention.gate.grain=headwise"
            + " attention.gate.form=add",
        "attention.weights=differential attention.gate=self",
        "attention.messages=compressed attention.messages.width=5 model.positions=none",
        "attention.query=split attention.query.fraction=0 task.length=1",
        "model.positions=alibi attention.weights=score-gate attention.weights.function=silu",
        "model.positions=alibi attention.weights=score-gate attention.weights.function=relu",
        "model.positions=alibi attention.weights=uniform attention.weights.layers=first",
        "attention.weight-conv=convolution attention.weight-mixing=mixed attention.weights=uniform"
      })
  void whatWouldTrainIsNotRefused(String settings) {
    assertThat(TypedSettings.conflicts(settings)).isEmpty();
  }
}
