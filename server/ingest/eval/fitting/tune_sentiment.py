"""Tunes the upper layers of all-MiniLM-L6-v2 on sentences whose sentiment on one of their names is known; `tune-sentiment.ts` calls it.

Usage: tune_sentiment.py WEIGHTS ROWS OUT. Reads ROWS, a list of {tokens, targets, sentiment}, and writes OUT: what tuning on them put to
the weights, matrices as products of rank RANK, and the head. Prints how many of one row in twelve, kept aside, it has right so.
"""
import json
import random
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from layers import DROP, LAYERS, WIDTH, Layer, batches_of, optimiser_of, put_to, read_weights, states_below, write_weights

WEIGHTS, ROWS, OUT = sys.argv[1:4]
LOWEST, EPOCHS, RATE, RANK, KINDS, KEPT_ASIDE = 3, 3, 1e-4, 16, 3, 12


class Tuned(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.layers = nn.ModuleList(Layer(weights, number) for number in range(LOWEST, LAYERS))
        self.head = nn.Linear(3 * WIDTH, KINDS)
        nn.init.normal_(self.head.weight, 0, 0.02)
        nn.init.zeros_(self.head.bias)

    def forward(self, state, mask, shares):
        for layer in self.layers:
            state = layer(state, mask)
        means = [(state * share[..., None]).sum(1) for share in shares]
        return self.head(F.dropout(torch.cat(means, 1), DROP, self.training))


def batch_of(items):
    length = max(len(state) for state, _ in items)
    states, mask = torch.zeros(len(items), length, WIDTH), torch.full((len(items), 1, 1, length), -1e4)
    sentence, whole, target = (torch.zeros(len(items), length) for _ in range(3))
    for i, (state, row) in enumerate(items):
        states[i, : len(state)] = torch.from_numpy(state.astype(np.float32))
        mask[i, 0, 0, : len(state)] = 0
        sentence[i, 1 : len(state) - 1] = 1 / (len(state) - 2)
        whole[i, : len(state)] = 1 / len(state)
        target[i, row["targets"]] = 1 / len(row["targets"])
    return states, mask, (sentence, whole, target)


def tuned_on(weights, items):
    net = Tuned(weights).train()
    length_of = lambda item: len(item[0])
    optimiser, schedule = optimiser_of(net.layers, [net.head], RATE, EPOCHS * len(batches_of(items, length_of)))
    began = time.time()
    for epoch in range(EPOCHS):
        for batch in batches_of(items, length_of):
            loss = F.cross_entropy(net(*batch_of(batch)), torch.tensor([row["sentiment"] for _, row in batch]))
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1)
            optimiser.step()
            schedule.step()
        print(f"epoch {epoch + 1}, {time.time() - began:.0f} s", flush=True)
    return net.eval()


def narrowed(weights, net, tuning):
    """The network with the tuning as it is written."""
    tuned = dict(weights)
    for name, tensor in tuning.items():
        if name.endswith(".up"):
            tuned[name[:-3]] = weights[name[:-3]] + tensor @ tuning[f"{name[:-3]}.down"]
        elif not name.endswith(".down"):
            tuned[name] = tensor
    written = Tuned(tuned).eval()
    written.head = net.head
    return written


if __name__ == "__main__":
    torch.manual_seed(1)
    random.seed(1)
    base, rows = read_weights(WEIGHTS), json.load(open(ROWS))
    items = random.sample(list(zip(states_below(base, LOWEST, rows), rows)), len(rows))
    kept = len(items) // KEPT_ASIDE
    net = tuned_on(base, items[kept:])
    tuning = put_to(base, net.layers, LOWEST, RANK)
    written = narrowed(base, net, tuning)
    with torch.no_grad():
        right = sum(int(written(*batch_of([item]))[0].argmax()) == item[1]["sentiment"] for item in items[:kept])
    print(f"right on {right} of {kept} kept aside, of {len(items)}")
    write_weights(OUT, {**tuning, "sentiment.weight": net.head.weight.data, "sentiment.bias": net.head.bias.data})
