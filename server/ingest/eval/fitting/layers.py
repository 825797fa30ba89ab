"""The layers of all-MiniLM-L6-v2 for tuning, and what tuning changed as a file."""
import json
import math
import random
import struct

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

LAYERS, WIDTH, HEADS = 6, 384, 12
BATCH, DROP = 16, 0.1
PARTS = {
    "attention.self.query": (WIDTH, WIDTH), "attention.self.key": (WIDTH, WIDTH), "attention.self.value": (WIDTH, WIDTH),
    "attention.output.dense": (WIDTH, WIDTH), "intermediate.dense": (WIDTH, 4 * WIDTH), "output.dense": (4 * WIDTH, WIDTH),
}
NORMS = ("attention.output.LayerNorm", "output.LayerNorm")


def read_weights(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + size]).items():
        if entry.get("dtype") != "F16":
            continue
        start, end = (8 + size + offset for offset in entry["data_offsets"])
        halves = np.frombuffer(data[start:end], np.float16).reshape(entry["shape"])
        tensors[name] = torch.from_numpy(halves.astype(np.float32))
    return tensors


def write_weights(path, tensors):
    header, blobs, at = {}, [], 0
    for name, tensor in tensors.items():
        blob = tensor.numpy().astype(np.float16).tobytes()
        header[name] = {"dtype": "F16", "shape": list(tensor.shape), "data_offsets": [at, at + len(blob)]}
        blobs.append(blob)
        at += len(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))


class Layer(nn.Module):
    def __init__(self, weights, number):
        super().__init__()
        self.parts = nn.ModuleDict()
        for name, (inner, outer) in PARTS.items():
            self.parts[name.replace(".", "-")] = nn.Linear(inner, outer)
        for name in NORMS:
            self.parts[name.replace(".", "-")] = nn.LayerNorm(WIDTH, eps=1e-12)
        for name, part in self.parts.items():
            base = f"encoder.layer.{number}.{name.replace('-', '.')}"
            part.weight.data, part.bias.data = weights[f"{base}.weight"].clone(), weights[f"{base}.bias"].clone()

    def forward(self, state, mask):
        texts, length, _ = state.shape
        part = lambda name: self.parts[name.replace(".", "-")]
        heads = lambda x: x.view(texts, length, HEADS, WIDTH // HEADS).transpose(1, 2)
        query, key, value = (heads(part(f"attention.self.{name}")(state)) for name in ("query", "key", "value"))
        heard = (query @ key.transpose(-1, -2) / math.sqrt(WIDTH // HEADS) + mask).softmax(-1)
        heard = (F.dropout(heard, DROP, self.training) @ value).transpose(1, 2).reshape(texts, length, WIDTH)
        drop = lambda x: F.dropout(x, DROP, self.training)
        state = part(NORMS[0])(state + drop(part("attention.output.dense")(heard)))
        return part(NORMS[1])(state + drop(part("output.dense")(F.gelu(part("intermediate.dense")(state)))))


def embedded(weights, tokens):
    """The states of these tokens [text, token] below the first layer."""
    part = lambda name: weights[f"embeddings.{name}.weight"]
    length = tokens.shape[-1]
    total = part("word_embeddings")[tokens] + part("position_embeddings")[:length] + part("token_type_embeddings")[0]
    norm = weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"]
    return F.layer_norm(total, (WIDTH,), *norm, 1e-12)


def states_below(weights, lowest, rows):
    """The states of each row's tokens below the layers that are tuned."""
    layers = [Layer(weights, number).eval() for number in range(lowest)]
    states = []
    with torch.no_grad():
        for row in rows:
            state = embedded(weights, torch.tensor([row["tokens"]]))
            for layer in layers:
                state = layer(state, torch.zeros(1))
            states.append(state[0].half().numpy())
    return states


def batch_of(items):
    """States and mask of these texts, and what share of a mean each token has: of the sentence's, of all tokens', of the target's."""
    length = max(len(state) for state, _ in items)
    states, mask = torch.zeros(len(items), length, WIDTH), torch.full((len(items), 1, 1, length), -1e4)
    sentence, whole, target = (torch.zeros(len(items), length) for _ in range(3))
    for i, (state, row) in enumerate(items):
        states[i, : len(state)] = torch.from_numpy(state.astype(np.float32))
        mask[i, 0, 0, : len(state)] = 0
        sentence[i, row["from"] : row["to"]] = 1 / max(1, row["to"] - row["from"])
        whole[i, : len(state)] = 1 / len(state)
        target[i, row["targets"]] = 1 / max(1, len(row["targets"]))
    return states, mask, (sentence, whole, target)


def batches_of(items, length_of):
    """In an order of chance, texts of about one length together."""
    items = random.sample(items, len(items))
    batches = []
    for start in range(0, len(items), 16 * BATCH):
        near = sorted(items[start : start + 16 * BATCH], key=length_of)
        batches += [near[i : i + BATCH] for i in range(0, len(near), BATCH)]
    return random.sample(batches, len(batches))


def optimiser_of(layers, heads, rate, steps):
    """Heads learn ten times as fast; the rate rises over the first tenth of the steps, then falls."""
    heads = [p for head in heads for p in head.parameters()]
    optimiser = torch.optim.AdamW([{"params": layers.parameters(), "lr": rate}, {"params": heads, "lr": 10 * rate}], weight_decay=0.01)
    part = lambda step: min(1, (step + 1) / (0.1 * steps + 1)) * max(0.02, 1 - step / steps)
    return optimiser, torch.optim.lr_scheduler.LambdaLR(optimiser, part)


def put_to(weights, layers, lowest, rank):
    """What tuning changed in the layers from `lowest` on: norms and biases whole, matrices as the product of two narrow ones."""
    tensors = {}
    for number, layer in enumerate(layers, lowest):
        for name, part in layer.parts.items():
            base = f"encoder.layer.{number}.{name.replace('-', '.')}"
            tensors[f"{base}.bias"] = part.bias.data
            if part.weight.dim() == 1:
                tensors[f"{base}.weight"] = part.weight.data
                continue
            left, scale, right = torch.linalg.svd(part.weight.data - weights[f"{base}.weight"], full_matrices=False)
            root = scale[:rank].sqrt()
            tensors[f"{base}.weight.up"] = (left[:, :rank] * root).contiguous()
            tensors[f"{base}.weight.down"] = (root[:, None] * right[:rank]).contiguous()
    return tensors
