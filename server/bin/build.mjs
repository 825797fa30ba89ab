// npm run build: installs, generates and builds, each only when its sources changed. Later starts need nothing but the checkout.
import { build, generate, install } from './prepare.mjs';

install();
generate();
build();
