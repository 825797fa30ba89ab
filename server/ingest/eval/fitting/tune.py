"""Tunes the upper layers of all-MiniLM-L6-v2 on labelled cards, and on sentences in which readers heard a side; `tune.ts` calls it.

Usage: tune.py WEIGHTS FOLDER OUT FOLDS. Reads FOLDER/rows.json, writes FOLDER/opinions.json (for each row the log-odds of
being signed, by layers tuned on other folds) and OUT (what tuning on all rows put to the weights, matrices as products of
rank RANK, and the head).
"""
import json
import multiprocessing
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import torch
from torch import nn
from torch.nn import functional as F

from layers import BATCH, DROP, LAYERS, WIDTH, Layer, batch_of, batches_of, optimiser_of, put_to, read_weights, states_below, write_weights

WEIGHTS, FOLDER, OUT, FOLDS = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
LOWEST, EPOCHS, RATE, RANK = 3, 2, 5e-5, 8
# How much is learnt from why editors refuse a card, and from sides.
VERDICT, SIDE = 0.3, 0.5


class Tuned(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.layers = nn.ModuleList(Layer(weights, number) for number in range(LOWEST, LAYERS))
        self.signed, self.verdict, self.side = (nn.Linear(3 * WIDTH, outputs) for outputs in (1, 9, 3))
        for head in (self.signed, self.verdict, self.side):
            nn.init.normal_(head.weight, 0, 0.02)
            nn.init.zeros_(head.bias)

    def forward(self, state, mask, shares):
        for layer in self.layers:
            state = layer(state, mask)
        means = [(state * share[..., None]).sum(1) for share in shares]
        read = F.dropout(torch.cat(means, 1), DROP, self.training)
        return self.signed(read)[:, 0], self.verdict(read), self.side(read)


def loss_of(net, batch):
    signed, verdict, side = net(*batch_of(batch))
    rows = [row for _, row in batch]
    known = lambda name: [i for i, row in enumerate(rows) if row[name] is not None]
    told = lambda name, at: torch.tensor([rows[i][name] for i in at])
    loss = torch.zeros(())
    if at := known("signed"):
        each = F.binary_cross_entropy_with_logits(signed[at], told("signed", at).float(), reduction="none")
        loss = loss + (each * told("weight", at)).sum()
    if at := known("verdict"):
        loss = loss + VERDICT * F.cross_entropy(verdict[at], told("verdict", at), reduction="sum")
    if at := known("side"):
        loss = loss + SIDE * F.cross_entropy(side[at], told("side", at), reduction="sum")
    return loss / BATCH


def tuned_on(weights, items, name):
    torch.manual_seed(1)
    random.seed(1)
    net = Tuned(weights).train()
    length_of = lambda item: len(item[0])
    steps = EPOCHS * len(batches_of(items, length_of))
    optimiser, schedule = optimiser_of(net.layers, [net.signed, net.verdict, net.side], RATE, steps)
    began = time.time()
    for epoch in range(EPOCHS):
        total = 0
        for batch in batches_of(items, length_of):
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


def work(fold):
    """The opinions on a fold by layers tuned on the others; for -1 all are tuned on, and the tuning is written."""
    torch.set_num_threads(1)
    items = list(zip(STATES, ROWS))
    learnt = [item for item in items if item[1]["signed"] is not None or item[1]["side"] is not None]
    if fold < 0:
        net = tuned_on(BASE, learnt, "all")
        head = {"signed.weight": net.signed.weight.data, "signed.bias": net.signed.bias.data}
        write_weights(OUT, {**put_to(BASE, net.layers, LOWEST, RANK), **head})
        return []
    net = tuned_on(BASE, [item for item in learnt if item[1]["fold"] != fold], f"all but fold {fold}")
    kept = [i for i, row in enumerate(ROWS) if row["fold"] == fold]
    return list(zip(kept, opinions_of(net, [items[i] for i in kept])))


def states_of(start):
    torch.set_num_threads(1)
    return states_below(BASE, LOWEST, ROWS[start : start + CHUNK])


BASE = read_weights(WEIGHTS)
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
