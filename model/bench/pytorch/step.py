"""The training steps of `attune bench cuda` in PyTorch, on the same GPU.

The network is that of StepShape: pre-RMS-norm blocks, learned positions, GELU MLPs of four times the width, a free
output matrix, float32, Adam at 1e-3. Each step copies a batch from the host. Modes: eager; graph (the whole step in one
CUDA graph); compiled (torch.compile, then one CUDA graph). Each prints the median milliseconds of a step whose loss is
read, and those of a step (.ahead) where losses are read every 50 steps.

usage: step.py [--steps N] [--modes eager,graph,compiled] [--shapes tiny,small,gate,large]
"""

import argparse
import statistics
import time

import torch
import torch.nn.functional as F

SHAPES = {  # kind, width, layers, length, batch, vocabulary
    "tiny": ("block", 64, 2, 32, 16, 64),
    "small": ("block", 128, 2, 64, 32, 64),
    "gate": ("gate", 128, 2, 64, 32, 64),
    "large": ("block", 256, 4, 256, 8, 1024),
}
HEADS = 4


class Block(torch.nn.Module):
    def __init__(self, width, gated):
        super().__init__()
        self.gated = gated
        parts = 4 if gated else 3
        self.mixed = torch.nn.Linear(width, parts * width, bias=False)
        self.out = torch.nn.Linear(width, width, bias=False)
        self.up = torch.nn.Linear(width, 4 * width, bias=False)
        self.down = torch.nn.Linear(4 * width, width, bias=False)
        self.first = torch.nn.RMSNorm(width, eps=1e-5)
        self.second = torch.nn.RMSNorm(width, eps=1e-5)

    def forward(self, x):
        batch, length, width = x.shape
        parts = self.mixed(self.first(x)).view(batch, length, -1, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(parts[0], parts[1], parts[2], is_causal=True)
        if self.gated:
            y = torch.sigmoid(parts[3]) * y
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(F.gelu(self.up(self.second(x))))


class Decoder(torch.nn.Module):
    def __init__(self, kind, width, layers, length, vocabulary):
        super().__init__()
        self.tokens = torch.nn.Embedding(vocabulary, width)
        self.positions = torch.nn.Parameter(0.02 * torch.randn(length, width))
        self.blocks = torch.nn.ModuleList(Block(width, kind == "gate") for _ in range(layers))
        self.logits = torch.nn.Linear(width, vocabulary, bias=False)

    def forward(self, features, labels):
        x = self.tokens(features) + self.positions
        for block in self.blocks:
            x = block(x)
        return F.cross_entropy(self.logits(x).flatten(0, 1), labels.flatten())


def batch(length, rows, vocabulary):
    half = torch.randint(vocabulary, (rows, length // 2))
    features = torch.cat([half, half], 1)
    labels = torch.roll(features.flatten(), -1).view(rows, length)
    return features.pin_memory(), labels.pin_memory()


def measure(mode, shape, steps):
    kind, width, layers, length, rows, vocabulary = shape
    torch.manual_seed(1)
    model = Decoder(kind, width, layers, length, vocabulary).cuda()
    adam = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True, capturable=mode != "eager")
    features, labels = (t.cuda() for t in batch(length, rows, vocabulary))
    net = torch.compile(model) if mode == "compiled" else model

    def step():
        adam.zero_grad(set_to_none=False)
        loss = net(features, labels)
        loss.backward()
        adam.step()
        return loss

    if mode == "eager":
        replay, loss = step, None
    else:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(5):
                step()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            loss = step()
        replay = graph.replay
    batches = [batch(length, rows, vocabulary) for _ in range(8)]

    def take(i):
        new = batches[i % len(batches)]
        features.copy_(new[0], non_blocking=True)
        labels.copy_(new[1], non_blocking=True)
        last = replay()
        return (loss if last is None else last).detach()

    for i in range(20):
        float(take(i))
    times = []
    for i in range(steps):
        start = time.perf_counter()
        float(take(i))
        times.append(1e3 * (time.perf_counter() - start))
    start = time.perf_counter()
    losses = []
    for i in range(1, steps + 1):
        losses.append(take(i).clone())
        if i % 50 == 0 or i == steps:
            torch.stack(losses).tolist()
            losses = []
    return statistics.median(times), 1e3 * (time.perf_counter() - start) / steps


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--steps", type=int, default=200)
    arguments.add_argument("--modes", default="eager,graph,compiled")
    arguments.add_argument("--shapes", default=",".join(SHAPES))
    given = arguments.parse_args()
    print("pytorch", torch.__version__, torch.cuda.get_device_name(), flush=True)
    for mode in given.modes.split(","):
        for precision in ("float32", "tf32"):
            torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
            for name in given.shapes.split(","):
                tail = "" if precision == "float32" else ".tf32"
                each, ahead = measure(mode, SHAPES[name], given.steps)
                print(f"pytorch.{name}{tail}.{mode} {each:.4g} ms", flush=True)
                print(f"pytorch.{name}{tail}.{mode}.ahead {ahead:.4g} ms", flush=True)
        torch._dynamo.reset()


if __name__ == "__main__":
    main()
