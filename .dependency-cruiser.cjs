// Arrows point one way: every runtime may use src-shared, and none another runtime's code. Main and service
// meet only through the typed client.

const runtimes = 'src-(shared|service|terminal|main|renderer|web)'

/** @param {string} from @param {string} pathNot what it may use of the runtimes */
const mayUseOnly = (from, pathNot, comment) => ({
  name: `${from.replace(/[^a-z-]/g, '')}-stays-within-its-runtime`,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: `^${runtimes}/`, pathNot },
})

module.exports = {
  forbidden: [
    mayUseOnly('^src-shared/', '^src-shared/', 'What is shared knows nobody.'),
    mayUseOnly(
      '^src-renderer/',
      '^src-(renderer|shared)/',
      'The screens reach main through the bridge only.',
    ),
    mayUseOnly('^src-web/', '^src-(web|shared)/', 'A payer’s page knows the service by its operations only.'),
    mayUseOnly('^src-terminal/', '^src-(terminal|shared)/', 'A terminal knows the service by its link only.'),
    {
      ...mayUseOnly(
        '^src-main/',
        '^src-(main|shared)/',
        'Main meets the service through the typed client only.',
      ),
      from: { path: '^src-main/', pathNot: '^src-main/preload/' },
    },
    mayUseOnly('^src-main/preload/', '^src-(main/preload|shared)/', 'A preload is a page with one bridge.'),
    {
      ...mayUseOnly('^src-service/', '^src-(service|shared)/', 'The service runs without any of the others.'),
      from: { path: '^src-service/', pathNot: '^src-service/sandbox/' },
    },
    mayUseOnly(
      '^src-service/sandbox/',
      '^src-(service|shared)/|^src-terminal/(?!cli|screen)',
      'The sandbox attaches virtual terminals inside the service: the device, not its screen or command.',
    ),
    {
      name: 'only-main-imports-electron',
      severity: 'error',
      comment: 'The rest must run without Electron.',
      from: { path: '^src-', pathNot: '^src-main/' },
      to: { path: '(^|node_modules/)electron(/|$)' },
    },
    {
      name: 'shared-and-pages-without-node',
      severity: 'error',
      comment: 'These run where node does not exist.',
      from: { path: '^src-(shared|renderer|web)/|^src-terminal/screen/|^src-main/preload/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one idea in two places, type imports included.',
      from: { path: '^(src-|scripts/)' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file nobody uses. A page whose script imports nothing is an entry all the same.',
      from: { path: '^src-', orphan: true, pathNot: ['\\.d\\.ts$', '^src-web/sdk/docs/main\\.ts$'] },
      to: {},
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      comment: 'The product never depends on its tests or scripts.',
      from: { path: '^src-' },
      to: { path: '^(tests|scripts)/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: "An import that leads nowhere. Electron brings original-fs along, as it brings 'electron'.",
      from: { path: '^(src-|scripts/)', pathNot: '^scripts/(default-app|external/clients)/' },
      to: { couldNotResolve: true, pathNot: '^original-fs$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|release|\\.cache)/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
