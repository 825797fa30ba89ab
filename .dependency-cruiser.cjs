/** The borders of the house (docs/architecture.md): what may import what. */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'rules-are-pure',
      comment: 'rules take values and a clock; no I/O',
      severity: 'error',
      from: { path: '^server/features/[^/]+/rules\\.ts$' },
      to: {
        path: '^server/(platform/(db|services|postgres|mail|fetch|log|buckets)|features/[^/]+/store|edges)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sql-in-stores',
      comment: 'only stores and the platform speak SQL',
      severity: 'error',
      from: {
        path: '^(app|server)/',
        pathNot: '(store|\\.test)\\.ts$|^server/platform/',
      },
      to: { path: '^server/platform/db\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'prisma-in-platform',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: '^server/(platform|generated)/|store\\.ts$' },
      to: { path: '^server/generated/' },
    },
    {
      name: 'features-know-no-edge',
      severity: 'error',
      from: {
        path: '^server/(features|ingest|platform)/',
        pathNot: '\\.test\\.ts$|^server/platform/testing/',
      },
      to: { path: '^server/edges/' },
    },
    { name: 'server-knows-no-page', severity: 'error', from: { path: '^server/' }, to: { path: '^app/' } },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '^server/platform/testing/' },
      to: { path: '^server/(features|ingest|api)/' },
    },
    {
      name: 'pages-through-the-edge',
      comment: 'pages call procedures, not stores',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^server/(features/[^/]+/store|ingest)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
