"""What a training script needs to run as a trial of Attune.

One file, Python 3.8 or later, no other packages. Without Attune a script with it runs as well.

    import attune

    p = attune.params({"train.lr": 1e-3})
    folder = attune.checkpoint_dir()
    step, model = load(folder)  # both from one file of yours; step 0 where there is none
    while step < 1000 and not attune.should_stop():
        loss = train(model, p["train.lr"])
        step += 1
        save(folder, step, model)  # both in one file, written beside and renamed
        attune.report(step, loss=loss)

Save before you report. Attune's docs/your-own-training.md has load and save in full.
"""

import functools
import json
import operator
import os
import pathlib
import signal
import sys
import threading

__all__ = ["params", "report", "checkpoint_dir", "should_stop", "seed", "start_step"]

_asked = False  # whether SIGTERM has come
_listens = False  # whether this process installed the handler
_before = None  # the handler that the script had
_forking = threading.local()  # mask: the signals that a thread blocked before it forks


@functools.lru_cache(maxsize=None)
def _config():
    file = os.environ.get("ATTUNE_CONFIG")
    return json.loads(pathlib.Path(file).read_text(encoding="utf-8")) if file else {}


def params(defaults=None):
    """The trial's parameters by name, as bool, int, float or str; outside Attune the defaults.

    Attune writes 1.0 as 1: where the default is a float, a whole number becomes a float. A default
    that is not a parameter of the trial is noted on stderr: its name may be misspelt.
    """
    values = dict(defaults or {})
    own = [name for name in values if name not in _config().get("parameters", values)]
    if own:
        sys.stderr.write("attune: no parameters of the trial: " + ", ".join(map(str, own)) + "\n")
    for name, value in _config().get("parameters", {}).items():
        if type(value) is int and type(values.get(name)) is float:
            value = float(value)
        values[name] = value
    return values


def report(step, **metrics):
    """Prints the metrics of a step as the line that Attune reads; NaN and Infinity are numbers."""
    line = {"step": operator.index(step)}
    for name, value in metrics.items():
        line[name] = float(value)
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def checkpoint_dir():
    """The folder whose files Attune copies for the trial's next attempt; None outside Attune.

    Save the step in the same file as the weights, and go on from that step. Write the file under
    another name, then rename it.
    """
    folder = _config().get("checkpoints")
    return pathlib.Path(folder) if folder else None


def should_stop():
    """Whether Attune has sent SIGTERM: save what is needed and leave before the grace ends.

    The first call installs the handler. A script that never calls this ends at the signal. Make
    the first call in the main thread; Python installs handlers nowhere else. A forked worker that
    never calls this ends at the signal too.
    """
    global _listens, _before
    if not _listens:
        _before = signal.signal(signal.SIGTERM, _on_term)
        _listens = True
    return _asked


def _on_term(number, frame):
    global _asked
    _asked = True
    if callable(_before):
        _before(number, frame)


# A parent ends its forked workers by SIGTERM, so a worker begins with the script's own handler.
# Python drops a signal that reaches a worker before its first line; a blocked signal waits.


def _before_fork():
    _forking.mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])


def _after_fork_in_parent():
    signal.pthread_sigmask(signal.SIG_SETMASK, _forking.mask)


def _after_fork_in_worker():
    global _listens
    if signal.getsignal(signal.SIGTERM) is _on_term:
        signal.signal(signal.SIGTERM, signal.SIG_DFL if _before is None else _before)
    _listens = False
    signal.pthread_sigmask(signal.SIG_SETMASK, _forking.mask)


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(
        before=_before_fork,
        after_in_parent=_after_fork_in_parent,
        after_in_child=_after_fork_in_worker,
    )


def seed():
    """The trial's seed; 0 outside Attune."""
    return _config().get("seed", 0)


def start_step():
    """The last step reported before Attune copied the folder; 0 at the start and outside Attune.

    The files may be of an earlier or a later step: count on from the step that you saved in them.
    """
    return _config().get("start-step", 0)
