"""Tunes the upper layers of all-MiniLM-L6-v2 on the sentiment of sentences on one of their names; `tune-sentiment.ts` calls it.

Usage: tune_sentiment.py WEIGHTS FOLDER OUT FOLDS. FOLDER/rows.json is a list of {tokens, from, to, targets, sentiment, weight, fold}, news (fold
null) first. Tunes on the news, then on the sentences of shows. Writes OUT, what tuning on all of them put to the weights, matrices as
products of rank RANK, and the head; and FOLDER/sentiments.json, the log-chances of each kind for each sentence of a show, by layers
tuned on the news and on other folds. Prints how many of one piece of news in twelve, kept aside, layers tuned on news have right, and how
many sentences with a side in other folds.
"""
import copy
import json
import multiprocessing
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from layers import DROP, LAYERS, WIDTH, Layer, batch_of, batches_of, optimiser_of, put_to, read_weights, states_below, write_weights

WEIGHTS, FOLDER, OUT, FOLDS = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
LOWEST, RANK, KINDS, KEPT_ASIDE = 3, 16, 3, 12
NEWS, SHOWS = {"epochs": 3, "rate": 1e-4}, {"epochs": 2, "rate": 5e-5}


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


def tuned_on(net, items, name, epochs, rate):
    torch.manual_seed(1)
    random.seed(1)
    net = copy.deepcopy(net).train()
    length_of = lambda item: len(item[0])
    optimiser, schedule = optimiser_of(net.layers, [net.head], rate, epochs * len(batches_of(items, length_of)))
    began = time.time()
    for epoch in range(epochs):
        for batch in batches_of(items, length_of):
            weight = torch.tensor([row["weight"] for _, row in batch])
            known = torch.tensor([row["sentiment"] for _, row in batch])
            loss = (F.cross_entropy(net(*batch_of(batch)), known, reduction="none") * weight).sum() / weight.sum()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1)
            optimiser.step()
            schedule.step()
        print(f"{name}: epoch {epoch + 1}, {time.time() - began:.0f} s", flush=True)
    return net.eval()


def tuning_of(net):
    """What tuning put to the weights, and the head."""
    head = {"sentiment.weight": net.head.weight.data, "sentiment.bias": net.head.bias.data}
    return {**put_to(BASE, net.layers, LOWEST, RANK), **head}


def as_written(net):
    """The network with its tuning narrowed, as it is written."""
    tuning, tuned = tuning_of(net), dict(BASE)
    for name, tensor in tuning.items():
        if name.endswith(".up"):
            tuned[name[:-3]] = BASE[name[:-3]] + tensor @ tuning[f"{name[:-3]}.down"]
        elif name in tuned:
            tuned[name] = tensor
    written = Tuned(tuned).eval()
    written.head = net.head
    return written


def sentiments_of(net, items):
    with torch.no_grad():
        return [F.log_softmax(net(*batch_of([item]))[0], 0).tolist() for item in items]


def right_of(sentiments, items):
    return sum(int(np.argmax(told)) == row["sentiment"] for told, (_, row) in zip(sentiments, items))


def work(fold):
    """The sentiments of a fold by layers tuned on the others; for -1 all are tuned on, and the tuning is written."""
    torch.set_num_threads(1)
    learnt = [item for item in SHOWN if item[1]["sentiment"] is not None]
    if fold < 0:
        write_weights(OUT, tuning_of(tuned_on(ON_NEWS, learnt, "all", **SHOWS)))
        return []
    net = as_written(tuned_on(ON_NEWS, [item for item in learnt if item[1]["fold"] != fold], f"all but fold {fold}", **SHOWS))
    kept = [i for i, (_, row) in enumerate(SHOWN) if row["fold"] == fold]
    return list(zip(kept, sentiments_of(net, [SHOWN[i] for i in kept])))


def states_of(start):
    torch.set_num_threads(1)
    return states_below(BASE, LOWEST, ROWS[start : start + CHUNK])


BASE = read_weights(WEIGHTS)
ROWS = json.load(open(f"{FOLDER}/rows.json"))
CHUNK = 500
if __name__ == "__main__":
    # Threads of torch would not survive the forks.
    torch.set_num_threads(1)
    forked = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(2, forked) as pool:
        states = [state for chunk in pool.map(states_of, range(0, len(ROWS), CHUNK)) for state in chunk]
    items = list(zip(states, ROWS))
    SHOWN = [item for item in items if item[1]["fold"] is not None]
    torch.manual_seed(1)
    random.seed(1)
    news = [item for item in items if item[1]["fold"] is None]
    news = random.sample(news, len(news))
    kept = len(news) // KEPT_ASIDE
    ON_NEWS = tuned_on(Tuned(BASE), news[kept:], "news", **NEWS)
    right = right_of(sentiments_of(ON_NEWS, news[:kept]), news[:kept])
    print(f"right on {right} of {kept} pieces of news kept aside, of {len(news)}", flush=True)
    # These processes are forked with the states and the layers.
    with ProcessPoolExecutor(2, forked) as pool:
        told = sorted(pair for pairs in pool.map(work, [*range(FOLDS), -1]) for pair in pairs)
    sentiments = [value for _, value in told]
    sided = [i for i, (_, row) in enumerate(SHOWN) if row["sentiment"]]
    right = right_of([sentiments[i] for i in sided], [SHOWN[i] for i in sided])
    print(f"right on {right} of {len(sided)} sentences with a side, of {len(SHOWN)}")
    json.dump(sentiments, open(f"{FOLDER}/sentiments.json", "w"))
