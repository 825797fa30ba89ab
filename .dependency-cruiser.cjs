/** The borders of the house (docs/architecture.md): what may import what. `npm run borders` checks them. */

/** The floors from the top down; a file imports from its own floor or a lower one. */
const floors = [
  {
    name: 'processes',
    path: '^(app|bench|clients|e2e)/|^server/(main|cli|commands|welcome)\\.ts$|^server/cli/',
  },
  { name: 'edges', path: '^server/edges/' },
  { name: 'contract', path: '^server/contract/' },
  { name: 'ingest', path: '^server/ingest/' },
  { name: 'features', path: '^server/features/' },
  { name: 'api', path: '^server/api/' },
  { name: 'linking-and-feeds', path: '^server/(linking|feeds)/' },
  { name: 'language-and-reader', path: '^server/(language|reader)/' },
  { name: 'nouns-and-platform', path: '^server/(domain\\.ts$|platform/)' },
];

const rules = '/rules\\.ts$';

/** Within the extractor a stage takes from the stages before it, never from those after. */
const stages = ['sentences', 'subjects', 'speakers', 'passages', 'scoring', 'writing'];

/** Ask reads the question, finds candidates, chooses evidence, tells the answer. */
const steps = ['read', 'find', 'choose', 'tell'];

const upward = floors.slice(1).map(({ name, path }, i) => ({
  name: `no-import-runs-up-from-${name}`,
  severity: 'error',
  from: { path },
  to: {
    path: floors
      .slice(0, i + 1)
      .map((floor) => floor.path)
      .join('|'),
  },
}));

const inOrder = (folder, rooms) =>
  rooms.slice(0, -1).map((room, i) => ({
    name: `${room}-knows-no-later-stage`,
    severity: 'error',
    from: { path: `^${folder}/${room}/` },
    to: { path: `^${folder}/(${rooms.slice(i + 1).join('|')})/` },
  }));

module.exports = {
  forbidden: [
    ...upward,
    ...inOrder('server/ingest/extract', stages),
    ...inOrder('server/features/ask', steps),
    {
      name: 'no-circles',
      comment: 'types count; what a generator writes does not',
      severity: 'error',
      from: { pathNot: '^server/generated/' },
      to: { circular: true },
    },
    {
      name: 'rules-are-pure',
      comment: 'rules take values and a clock; no I/O',
      severity: 'error',
      from: { path: rules },
      to: {
        path: '^server/platform/(db|services|postgres|mail|fetch|log|buckets)|/(store|router)\\.ts$|^server/edges|^(node:)?(fs|net|http|https|child_process|timers)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sql-in-stores',
      comment: 'only stores and the platform speak SQL',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: '(store|\\.test)\\.ts$|^server/(platform|testing)/' },
      to: { path: '^server/platform/db\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'prisma-in-platform',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: '^server/(platform|generated)/|store\\.ts$' },
      to: { path: '^server/generated/' },
    },
    {
      name: 'testing-is-for-tests',
      comment: 'helpers of tests are imported by tests and benches alone',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|^server/testing/|^(bench|e2e)/' },
      to: { path: '^server/testing/' },
    },
    { name: 'server-knows-no-page', severity: 'error', from: { path: '^server/' }, to: { path: '^app/' } },
    {
      name: 'pages-through-the-edge',
      comment: 'pages call procedures, not stores',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^server/(features/.+/store|ingest)' },
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
