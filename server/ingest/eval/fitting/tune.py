"""Tunes the upper layers of all-MiniLM-L6-v2 on labelled cards; `tune.ts` calls it.

Usage: tune.py WEIGHTS FOLDER OUT FOLDS. Reads FOLDER/rows.json, writes FOLDER/opinions.json (for each row the log-odds of
being signed, by layers tuned on other folds) and OUT (what tuning on all rows put to the weights, matrices as products of
rank RANK, and the head).
"""
import json
import math
import multiprocessing
import random
import struct
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

WEIGHTS, FOLDER, OUT, FOLDS = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
LOWEST, LAYERS, WIDTH, HEADS = 3, 6, 384, 12
EPOCHS, BATCH, RATE, DROP, RANK = 2, 16, 5e-5, 0.1, 8
# How much is learnt from what else editors said of a card.
VERDICT, SIDE = 0.3, 0.5
PARTS = {
    "attention.self.query": (WIDTH, WIDTH), "attention.self.key": (WIDTH, WIDTH), "attention.self.value": (WIDTH, WIDTH),
    "attention.output.dense": (WIDTH, WIDTH), "intermediate.dense": (WIDTH, 4 * WIDTH), "output.dense": (4 * WIDTH, WIDTH),
}
NORMS = ("attention.output.LayerNorm", "output.LayerNorm")


def read_weights():
    data = open(WEIGHTS, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + size]).items():
        if entry.get("dtype") != "F16":
            continue
        start, end = (8 + size + offset for offset in entry["data_offsets"])
        halves = np.frombuffer(data[start:end], np.float16).reshape(entry["shape"])
        tensors[name] = torch.from_numpy(halves.astype(np.float32))
    return tensors


def write_weights(tensors):
    header, blobs, at = {}, [], 0
    for name, tensor in tensors.items():
        blob = tensor.numpy().astype(np.float16).tobytes()
        header[name] = {"dtype": "F16", "shape": list(tensor.shape), "data_offsets": [at, at + len(blob)]}
        blobs.append(blob)
        at += len(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(OUT, "wb") as file:
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


class Tuned(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.layers = nn.ModuleList(Layer(weights, number) for number in range(LOWEST, LAYERS))
        self.signed, self.verdict, self.side = (nn.Linear(2 * WIDTH, outputs) for outputs in (1, 9, 3))
        for head in (self.signed, self.verdict, self.side):
            nn.init.normal_(head.weight, 0, 0.02)
            nn.init.zeros_(head.bias)

    def forward(self, state, mask, sentence, whole):
        for layer in self.layers:
            state = layer(state, mask)
        means = [(state * share[..., None]).sum(1) for share in (sentence, whole)]
        read = F.dropout(torch.cat(means, 1), DROP, self.training)
        return self.signed(read)[:, 0], self.verdict(read), self.side(read)


def lower_states(weights, rows):
    """The states of each row's tokens below the layers that are tuned."""
    layers = [Layer(weights, number).eval() for number in range(LOWEST)]
    part = lambda name: weights[f"embeddings.{name}.weight"]
    states = []
    with torch.no_grad():
        for row in rows:
            tokens = torch.tensor(row["tokens"])
            sum_ = part("word_embeddings")[tokens] + part("position_embeddings")[: len(tokens)] + part("token_type_embeddings")[0]
            norm = weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"]
            state = F.layer_norm(sum_, (WIDTH,), *norm, 1e-12)[None]
            for layer in layers:
                state = layer(state, torch.zeros(1))
            states.append(state[0].half().numpy())
    return states


def batch_of(items):
    length = max(len(state) for state, _ in items)
    states, mask = torch.zeros(len(items), length, WIDTH), torch.full((len(items), 1, 1, length), -1e4)
    sentence, whole = torch.zeros(len(items), length), torch.zeros(len(items), length)
    for i, (state, row) in enumerate(items):
        states[i, : len(state)] = torch.from_numpy(state.astype(np.float32))
        mask[i, 0, 0, : len(state)] = 0
        sentence[i, row["from"] : row["to"]] = 1 / (row["to"] - row["from"])
        whole[i, : len(state)] = 1 / len(state)
    return states, mask, sentence, whole


def batches_of(items):
    """In an order of chance, texts of about one length together."""
    items = random.sample(items, len(items))
    batches = []
    for start in range(0, len(items), 16 * BATCH):
        near = sorted(items[start : start + 16 * BATCH], key=lambda item: len(item[0]))
        batches += [near[i : i + BATCH] for i in range(0, len(near), BATCH)]
    return random.sample(batches, len(batches))


def loss_of(net, batch):
    signed, verdict, side = net(*batch_of(batch))
    rows = [row for _, row in batch]
    known = lambda name: [i for i, row in enumerate(rows) if row[name] is not None]
    told = lambda name, at: torch.tensor([rows[i][name] for i in at])
    loss = torch.zeros(())
    if at := known("signed"):
        loss = loss + F.binary_cross_entropy_with_logits(signed[at], told("signed", at).float(), reduction="sum")
    if at := known("verdict"):
        loss = loss + VERDICT * F.cross_entropy(verdict[at], told("verdict", at), reduction="sum")
    if at := known("side"):
        each = F.cross_entropy(side[at], told("side", at), reduction="none")
        loss = loss + SIDE * (each * told("sideWeight", at)).sum()
    return loss / BATCH


def tuned_on(weights, items, name):
    torch.manual_seed(1)
    random.seed(1)
    net = Tuned(weights).train()
    steps = EPOCHS * len(batches_of(items))
    heads = [p for head in (net.signed, net.verdict, net.side) for p in head.parameters()]
    parts = [{"params": net.layers.parameters(), "lr": RATE}, {"params": heads, "lr": 10 * RATE}]
    optimiser = torch.optim.AdamW(parts, weight_decay=0.01)
    rate = lambda step: min(1, (step + 1) / (0.1 * steps + 1)) * max(0.02, 1 - step / steps)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, rate)
    began = time.time()
    for epoch in range(EPOCHS):
        total = 0
        for batch in batches_of(items):
            loss = loss_of(net, batch)
            if loss.requires_grad:
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), 1)
                optimiser.step()
            schedule.step()
            total += float(loss)
        print(f"{name}: epoch {epoch + 1}, loss {total / steps * EPOCHS:.3f}, {time.time() - began:.0f} s", flush=True)
    return net.eval()


def opinions_of(net, items):
    with torch.no_grad():
        return [float(net(*batch_of([item]))[0][0]) for item in items]


def put_to(weights, net):
    """What tuning changed: norms and biases whole, matrices as the product of two narrow ones."""
    tensors = {}
    for number, layer in zip(range(LOWEST, LAYERS), net.layers):
        for name, part in layer.parts.items():
            base = f"encoder.layer.{number}.{name.replace('-', '.')}"
            tensors[f"{base}.bias"] = part.bias.data
            if part.weight.dim() == 1:
                tensors[f"{base}.weight"] = part.weight.data
                continue
            left, scale, right = torch.linalg.svd(part.weight.data - weights[f"{base}.weight"], full_matrices=False)
            root = scale[:RANK].sqrt()
            tensors[f"{base}.weight.up"] = (left[:, :RANK] * root).contiguous()
            tensors[f"{base}.weight.down"] = (root[:, None] * right[:RANK]).contiguous()
    tensors["signed.weight"], tensors["signed.bias"] = net.signed.weight.data, net.signed.bias.data
    return tensors


def work(fold):
    """The opinions on a fold by layers tuned on the others; for -1 all are tuned on, and the tuning is written."""
    torch.set_num_threads(1)
    items = list(zip(STATES, ROWS))
    learnt = [item for item in items if item[1]["signed"] is not None or item[1]["side"] is not None]
    if fold < 0:
        write_weights(put_to(BASE, tuned_on(BASE, learnt, "all")))
        return []
    net = tuned_on(BASE, [item for item in learnt if item[1]["fold"] != fold], f"all but fold {fold}")
    kept = [i for i, row in enumerate(ROWS) if row["fold"] == fold]
    return list(zip(kept, opinions_of(net, [items[i] for i in kept])))


def states_of(start):
    torch.set_num_threads(1)
    return lower_states(BASE, ROWS[start : start + CHUNK])


BASE = read_weights()
ROWS = json.load(open(f"{FOLDER}/rows.json"))
CHUNK = 500
if __name__ == "__main__":
    print(f"{len(ROWS)} cards", flush=True)
    forked = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(2, forked) as pool:
        STATES = [state for chunk in pool.map(states_of, range(0, len(ROWS), CHUNK)) for state in chunk]
    # These processes are forked with the states.
    with ProcessPoolExecutor(2, forked) as pool:
        told = [pair for pairs in pool.map(work, [*range(FOLDS), -1]) for pair in pairs]
    opinions = [value for _, value in sorted(told)]
    json.dump(opinions, open(f"{FOLDER}/opinions.json", "w"))
