package org.attune.model.attention;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.attune.model.ModelCatalog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestConflicts {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attention.query=split model.heads=1|attention.query split needs more than one head",
        "attention.query=split attention.query.fraction=0.3"
            + "|attention.query.fraction 0.3 of 4 heads is no whole number: choose a multiple of 1/4",
        "attention.key=split attention.key.fraction=0.1"
            + "|attention.key.fraction 0.1 of 4 heads is no whole number: choose a multiple of 1/4",
        "attention.key=split attention.messages=shared attention.messages.group=4"
            + "|attention.key.fraction 0.5 of 1 heads is no whole number: choose a multiple of 1/1",
        "attention.key=split attention.messages=compressed"
            + "|attention.key.fraction 0.5 of 1 heads is no whole number: choose a multiple of 1/1",
        "attention.score-conv=convolution task.length=8"
            + "|attention.score-conv.kernel-key 11 is wider than the context of 8 tokens",
        "attention.weight-conv=convolution attention.weight-conv.kernel-key=4"
            + "|attention.weight-conv.kernel-key 4 is even: no key is in the middle",
        "attention.score-mixing=mixed attention.score-mixing.group=3"
            + "|attention.score-mixing.group 3 does not divide the 4 heads it mixes",
        "attention.weights=differential attention.weight-mixing=mixed attention.weight-mixing.group=4"
            + "|attention.weight-mixing.group 4 does not divide the 2 heads it mixes",
        "attention.weights=differential model.heads=1"
            + "|attention.weights differential pairs heads, and model.heads 1 is odd",
        "attention.weights=differential attention.gate=from-query"
            + "|attention.weights differential reads with half as many, wider heads:"
            + " attention.gate must not be made from queries and keys",
        "attention.messages=shared attention.messages.group=3"
            + "|attention.messages.group 3 does not divide model.heads 4",
        "attention.messages=merged model.positions=none"
            + "|attention.messages merged compares whole tokens: model.qk-norm must be false",
        "attention.messages=merged model.qk-norm=false"
            + "|attention.messages merged compares whole tokens, which rope does not turn:"
            + " choose other model.positions",
        "attention.messages=merged model.qk-norm=false model.positions=none attention.weights=ridge"
            + "|attention.messages merged has no keys of a head's width,"
            + " which attention.weights ridge needs",
        "attention.weights=kernel-ridge"
            + "|attention.weights kernel-ridge has no causal form: choose a model.kind of sets",
        "model.streams=two model.streams.read=64"
            + "|model.streams.read 64 leaves nothing of model.width 64 for a second stream",
        "model.precision=one-bit attention.gate=learned attention.gate.position=projection"
            + "|model.precision one-bit adds to the stream at once: no gate after the projection",
        "attention.weights=ridge model.positions=alibi"
            + "|model.positions alibi lowers logits, and attention.weights ridge has none",
        "attention.weights=ridge attention.weights.lambda=0"
            + "|attention.weights.lambda 0 is for sets: the first keys of a sequence determine"
            + " nothing; give a positive number",
        "attention.weights=ridge attention.weights.lambda-source=context"
            + "|attention.weights.lambda-source context looks at the whole of a set, and a"
            + " sequence's first tokens must not: choose layer or head",
        "task=regression model.kind=kvq model.heads=1 attention.weights=kernel-ridge"
            + " attention.weights.lambda=0 attention.weights.lambda-source=head"
            + "|attention.weights.lambda 0 cannot be where a lambda learned per head starts from:"
            + " give a positive number",
        "task=regression model.kind=kvq attention.gate=learned"
            + "|model.kind kvq has no attention.gate: it would not read 'learned'",
        "task=regression model.kind=perceptron attention.weights=ridge"
            + "|model.kind perceptron has no attention.weights: it would not read 'ridge'",
        "task=regression model.kind=kvq model.kind.head=ls-svm attention.weights=ridge"
            + "|model.kind.head ls-svm reads in place of attention.weights: leave those at softmax",
        "task=regression model.kind=kvq model.kind.embedding-activation=leaky-relu"
            + " model.kind.embedding-layers=1"
            + "|model.kind.embedding-activation stands between layers, and there is one layer",
        "task=text model.kind=kvq"
            + "|Invalid model.kind: kvq is for tasks of sets, and this task has none",
        "model.precision=one-bit model.embedding=orthogonal"
            + "|model.embedding orthogonal of one bit needs a model.width that is a power of two and"
            + " no less than the vocabulary of 96",
        "attention.weights=filtered model.precision=one-bit"
            + "|attention.weights filtered weighs messages of floats: no model.precision one-bit",
        "task=regression model.kind=set-encoder attention.weights=top-keys"
            + "|attention.weights top-keys is for sequences, and model.kind set-encoder reads sets",
        "task=regression|Cannot run a decoder on real rows: it needs tokens",
        "task=induction task.period=8 task.shortest-period=9"
            + "|Invalid task.shortest-period: 9 is more than task.period 8"
      })
  void eachSaysWhy(String settings, String reason) {
    Map<String, String> all = new HashMap<>();
    for (String setting : settings.split(" ")) {
      String[] pair = setting.split("=");
      all.put(pair[0], pair[1]);
    }

    assertThat(ModelCatalog.conflicts(all)).containsExactly(reason);
  }
}
