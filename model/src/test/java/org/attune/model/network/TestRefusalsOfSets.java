package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is refused of models of sets, each with a reason that a reader can check and the key to
 * change.
 */
class TestRefusalsOfSets {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "task=regression model.kind=kvq model.heads=1 attention.weights=kernel-ridge"
            + " attention.weights.lambda=0 attention.weights.lambda-source=head"
            + "|Invalid attention.weights.lambda: 0 cannot be where a learned lambda starts from;"
            + " give a positive number",
        "task=regression model.kind=kvq attention.gate=learned"
            + "|model.kind kvq has no attention.gate: it would not read 'learned'",
        "task=regression model.kind=perceptron attention.weights=ridge"
            + "|model.kind perceptron has no attention.weights: it would not read 'ridge'",
        "task=classification model.kind=kvq model.heads=1 model.kind.embedding=shared"
            + " model.kind.head=ls-svm attention.weights=ridge"
            + "|model.kind.head ls-svm reads in place of attention.weights: leave those at softmax",
        "task=regression model.kind=kvq model.kind.embedding-activation=leaky-relu"
            + " model.kind.embedding-layers=1"
            + "|model.kind.embedding-activation stands between layers, and there is one layer",
        "task=text model.kind=kvq"
            + "|Invalid model.kind: kvq is for tasks of sets, and this task has none",
        "task=regression model.kind=set-encoder attention.weights=top-keys|attention.weights"
            + " top-keys is for sequences, and model.kind set-encoder is for sets: change one of"
            + " them",
        "task=classification model.kind=kvq model.heads=1 model.kind.head=lda"
            + "|model.kind.head lda tells classes apart by their bare indicators, and"
            + " model.kind.embedding separate has none for it: change one of them",
        "task=classification model.kind=kvq model.kind.embedding=shared model.heads=2"
            + " model.kind.head=qda"
            + "|model.heads 2 cannot share the classes of model.kind.head qda; set it to 1",
        "task=regression model.kind=kvq model.heads=1 model.kind.embedding=none"
            + " model.kind.head=ls-svm"
            + "|model.kind.head ls-svm tells classes apart by their bare indicators, and this task"
            + " has none for it: change one of them",
        "task=outlier-detection model.kind=kvq model.heads=1 model.kind.embedding=shared"
            + " model.kind.head=qda|model.kind.head qda tells classes apart by their bare"
            + " indicators, and this task has none for it: change one of them",
        "task=outlier-detection model.kind=kvq model.heads=1 model.kind.embedding=shared"
            + " model.kind.head=ls-svm|model.kind.head ls-svm tells classes apart by their bare"
            + " indicators, and this task has none for it: change one of them",
        "task=outlier-detection model.kind=kvq model.heads=1 model.kind.embedding=none"
            + " model.kind.decoder-layers=0|Invalid model.kind.decoder-layers: 0 leaves 64 columns"
            + " where the task asks for 1; set it to 1 or more",
        "task=outlier-detection model.kind=kvq model.heads=1 model.kind.embedding=shared"
            + " model.kind.decoder-layers=0|Invalid model.kind.decoder-layers: 0 leaves 64 columns"
            + " where the task asks for 1; set it to 1 or more",
        "task=policy-distillation model.kind=kvq model.heads=1 model.kind.embedding=none"
            + " model.kind.decoder-layers=0|Invalid model.kind.decoder-layers: 0 leaves 3 columns"
            + " where the task asks for 2; set it to 1 or more",
        "task=regression model.kind=neural-process model.kind.averages=classes"
            + "|Invalid model.kind.averages: this task's values are not classes; set it to set",
        "task=regression model.kind=neural-process model.kind.decoder-layers=0"
            + "|Invalid model.kind.decoder-layers: 0 leaves a neural-process nothing to read its"
            + " summary with; set it to 1 or more",
        "task=regression model.kind=kvq attention.weights=nystroem attention.weights.lambda=0"
            + "|attention.weights.lambda 0 leaves nystroem a singular matrix where there are more"
            + " landmarks than rows; give a positive number",
        "task=few-shot-images task.side=16 model.kind=kvq model.heads=1 model.width=64"
            + " model.kind.embedding=convolutional model.kind.embedding.filters=16"
            + " model.kind.head=equality-ridge model.kind.head.constraints=32"
            + "|model.kind.head.constraints 32 leave nothing free of a head's 16 columns: give"
            + " less",
        "task=policy-distillation model.kind=kvq model.heads=1 model.kind.embedding=none"
            + " model.kind.head=equality-ridge model.kind.head.constraints=3"
            + "|model.kind.head.constraints 3 leave nothing free of a head's 3 columns: give less",
        "task=regression model.kind=kvq model.heads=1 model.kind.embedding=none"
            + " model.kind.embedding-activation=leaky-relu|model.kind.embedding-activation stands"
            + " between the layers of an MLP, and model.kind.embedding none is not an MLP: leave it at"
            + " relu",
        "task=few-shot-images task.side=16 model.kind=kvq model.heads=1"
            + " model.kind.embedding=convolutional model.kind.embedding-activation=leaky-relu"
            + "|model.kind.embedding-activation stands between the layers of an MLP, and"
            + " model.kind.embedding convolutional is not an MLP: leave it at relu",
        "task=regression model.kind=kvq model.kind.head=equality-ridge"
            + " model.kind.head.constraints=16|model.kind.head.constraints 16 leave nothing free of"
            + " a head's 16 columns: give less",
        "task=regression model.kind=kvq model.positions=alibi"
            + "|model.kind kvq has no model.positions: it would not read 'alibi'",
        "task=regression model.kind=set-encoder model.layers=2 attention.weights=ridge"
            + " attention.weights.layers=5|attention.weights.layers '5' names layer 5, and there are"
            + " layers 0 to 1: choose of these, or raise model.layers",
        "task=regression model.kind=kvq attention.weights=ridge attention.weights.layers=1"
            + "|attention.weights.layers '1' names layer 1, and there is only layer 0: choose of"
            + " these",
        "task=regression model.kind=set-encoder model.precision=one-bit"
            + "|model.kind set-encoder has no model.precision: it would not read 'one-bit'",
        "task=regression model.kind=perceptron model.embedding=orthogonal"
            + "|model.kind perceptron has no model.embedding: it would not read 'orthogonal'",
        "task=regression model.kind=maml-first-order model.streams=two"
            + "|model.kind maml-first-order has no model.streams: it would not read 'two'",
        "task=regression|Cannot run a decoder on real rows: it needs tokens"
      })
  void eachSaysWhy(String settings, String reason) {
    assertThat(TypedSettings.conflicts(settings)).containsExactly(reason);
  }

  /** What would train is not refused. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "task=regression model.kind=set-encoder model.width=12 model.heads=4",
        "task=regression model.kind=perceptron model.width=10 model.heads=4",
        "task=regression model.kind=neural-process model.width=10 model.heads=3",
        "task=classification task.loss=squared model.kind=kvq model.heads=1"
            + " model.kind.embedding=shared model.kind.head=ls-svm",
        "task=classification task.loss=squared model.kind=kvq model.heads=1"
            + " model.kind.embedding=none model.kind.head=lda",
        "task=few-shot-images task.loss=squared model.kind=kvq model.heads=1"
            + " model.kind.embedding=shared model.kind.head=qda",
        "task=few-shot-images task.side=16 model.kind=kvq model.heads=1 model.width=16"
            + " model.kind.embedding=convolutional model.kind.head=equality-ridge"
            + " model.kind.head.constraints=32",
        "task=regression model.kind=kvq attention.weights=sigma-ridge-2 attention.weights.lambda=0"
      })
  void whatWouldTrainIsNotRefused(String settings) {
    assertThat(TypedSettings.conflicts(settings)).isEmpty();
  }
}
