#!/usr/bin/env node
// The operator's command: prepares the checkout if need be, then runs server/cli.ts on the pinned Node.
import { generate, handOver, install } from './prepare.mjs';

install();
generate();
handOver('server/cli.ts');
