/**
 * The options of npm's scripts. Read before any set-up, so it uses only Node.
 *
 * @typedef {object} Option
 * @property {string} [value] name of its value in the help; absent: it takes none
 * @property {string} about
 * @property {boolean} [mayHaveValue] it is a flag in one program, and takes a value in another
 * @property {readonly string[]} [of] the programs of the folder that take it; absent: all
 * @property {string} [needs] the option that must be given too
 * @property {string} [excludes] the option that must not be given too
 *
 * @typedef {object} Command
 * @property {string} about
 * @property {string} program below scripts/
 * @property {readonly string[]} setUp arguments of scripts/setup.mjs
 * @property {Readonly<Record<string, Option>>} options
 * @property {readonly string[]} [words] words that the command line may contain
 * @property {{ readonly folder: string, readonly ending: string }} [programs] the words are the names of its files
 * @property {string} [rest] help on arguments that are passed on unchanged: free words, or those after a second --
 */

/** @param {string} value @param {string} about @param {readonly string[]} [of] @returns {Option} */
const valued = (value, about, of) => ({ value, about, ...(of === undefined ? {} : { of }) })

/** @param {string} about @param {readonly string[]} [of] @returns {Option} */
const flag = (about, of) => ({ about, ...(of === undefined ? {} : { of }) })

const seed = valued('N', 'random seed; use the seed that a run printed to repeat that run')

/** @satisfies {Readonly<Record<string, Command>>} */
export const commands = {
  start: {
    about: 'Builds what has changed and starts the point of sale in training mode, with a virtual terminal.',
    program: 'start.mjs',
    setUp: [],
    options: {
      demo: flag('plays a sale automatically, with or without a display'),
      keep: { ...flag('with --demo: keeps the windows open for a minute at the end'), needs: 'demo' },
      out: {
        ...valued('DIR', 'with --demo: folder for the screenshots (default: a temporary folder)'),
        needs: 'demo',
      },
      currency: {
        ...valued(
          'CODE',
          'currency of the training shop: USD (default) or CAD; the Canadian shop has its own books',
        ),
        excludes: 'demo',
      },
      'apply-profile': valued('FILE', 'applies the settings of a profile, once'),
    },
    rest: 'Arguments after a second -- are passed to Electron: npm start -- -- --lang=fr',
  },
  test: {
    about: 'Builds what has changed and runs the tests; the last lines list the failures.',
    program: 'test.mjs',
    setUp: ['--test'],
    options: {},
    words: ['unit', 'contract', 'e2e', 'changed'],
    rest:
      'Further words limit the run to the test files whose path contains one of them.\n' +
      "Arguments after a second -- are passed to the suite's test runner: npm test -- unit -- -t refund",
  },
  bench: {
    about: 'Runs benchmarks and prints each result next to its reference value.',
    program: 'bench.mjs',
    setUp: ['--test'],
    programs: { folder: 'tests/bench', ending: '.bench.ts' },
    words: ['loop', 'create'],
    options: {
      'bank-delay': valued('MS', 'response time of the bank, in ms', ['money-loop']),
      connections: valued('N', 'concurrent connections', ['loop-cpu', 'money-loop']),
      count: valued('N', 'number of payments in the database', ['payments-page']),
      day: valued('N', 'sales per day; growth: sales of the day that is closed', ['day-close', 'growth']),
      engine: valued('NAME', 'only SQLite or only PostgreSQL', ['loop-cpu', 'profile']),
      events: valued(
        'N',
        'webhooks: number of timed events; webhook-backlog: waiting events; waits: purged events',
        ['waits', 'webhook-backlog', 'webhooks'],
      ),
      fill: flag('fills the databases and exits', ['growth']),
      keep: valued('DIR', 'keeps the database in this folder', ['payments-page']),
      links: valued('N', 'number of idle links', ['terminals']),
      loops: valued('N', 'number of loops to count', ['loop-costs', 'loop-cpu']),
      node: valued('FLAGS', "V8 flags for the service's Node process", ['terminals']),
      of: valued('NAME', 'what to profile: loop or create', ['profile']),
      only: valued('WORDS', 'only requests whose name contains one of these words', ['growth']),
      part: valued(
        'NAMES',
        'the parts to run, separated by commas; terminals: sales, instant, taps, idle, storm, forwarded; waits: the load during the measurement',
        ['terminals', 'waits'],
      ),
      postgres: {
        ...flag('on PostgreSQL; growth and waits need --postgres=URL', [
          'boarding-lists',
          'growth',
          'search',
          'waits',
        ]),
        mayHaveValue: true,
      },
      pairs: valued('N', 'number of process pairs to start, one after another', ['create-intent']),
      profile: flag("records a CPU profile of the service's thread", ['terminals']),
      rounds: valued('N', 'number of measurements of each', [
        'checkout-sessions',
        'create-intent',
        'day-close',
        'growth',
        'money-loop',
        'payments-page',
        'postgres-commit',
        'start-up',
      ]),
      rows: valued('N,N', 'payments in each database', ['growth', 'waits']),
      sales: valued(
        'N',
        'approval: timed sales; terminals: sales of each terminal; day-close (N,N): sales in the book',
        ['approval', 'day-close', 'terminals'],
      ),
      save: flag('overwrites the committed figures', ['quick']),
      seconds: valued('N', 'duration of each measurement, in seconds', [
        'checkout-sessions',
        'create-intent',
        'money-loop',
        'postgres-commit',
        'profile',
        'waits',
        'webhook-backlog',
        'webhooks',
      ]),
      small: flag('uses a tenth of the rows', ['boarding-lists', 'search']),
      sqlite: flag('only on SQLite', ['boarding-lists', 'search']),
      statements: flag('prints the database statements', ['loop-costs']),
      strict: flag('exits with status 1 if a result got worse', ['quick']),
      terminals: valued('N', 'number of terminals in sales', ['terminals']),
      unsettled: valued('N', 'number of payments in the batch', ['waits']),
    },
  },
  attack: {
    about: 'Attacks a local service while it processes sales, and checks that the sales still succeed.',
    program: 'attack.mjs',
    setUp: ['--quiet'],
    programs: { folder: 'tests/attack', ending: '.attack.ts' },
    options: {
      guesses: valued('N', 'activation codes to guess (default 150)', ['service']),
      links: valued('N', 'hostile links to open (default 8)', ['service']),
      lists: valued('N', 'list requests whose responses are never read (default 40)', ['service']),
      sales: valued('N', 'sales before the attack, and the same number during it (default 12)', ['service']),
    },
  },
  chaos: {
    about: 'Kills processes and cuts connections, and checks that nothing was lost.',
    program: 'chaos.mjs',
    setUp: ['--quiet'],
    programs: { folder: 'tests/chaos', ending: '.chaos.ts' },
    options: {
      counters: valued('N', 'counters that sell at the same time (default 6)', ['sales']),
      engine: valued('NAME', 'sqlite, postgres or both', ['crash', 'sales']),
      kills: valued('N', 'how many times to kill the service (default 20)', ['crash']),
      processor: valued('NAME', 'the bank, as in npm run service, or all', ['crash', 'sales']),
      sales: valued('N', 'number of sales (default 100 for day, 1000 for sales)', ['day', 'sales']),
      seed,
      window: flag('uses the window of the real app', ['day']),
    },
  },
  soak: {
    about:
      'Sells without pause in the window of the real app, and checks for growing memory and dropped frames.',
    program: 'soak.mjs',
    setUp: ['--test'],
    options: {
      every: valued('N', 'sales between two memory measurements (default 100)'),
      leak: valued('NAME', 'adds a leak to main, service or window; the run must detect it'),
      minutes: valued('N', 'maximum duration in minutes (default 20)'),
      'no-returns': flag('makes no refunds and no voids'),
      sales: valued('N', 'maximum number of sales'),
      snapshots: valued(
        'N,N',
        'sales after which each heap is written to .cache/soak, to count objects (default 300)',
      ),
    },
  },
  mutants: {
    about: 'Inserts small faults into the money code, one at a time, and checks that a test fails.',
    program: 'mutants.mjs',
    setUp: ['--quiet'],
    options: {
      all: flag('all faults of an area instead of a sample'),
      'at-once': valued('N', 'faults to test in parallel (default 2)'),
      minutes: valued('N', 'maximum duration in minutes (default 60)'),
      sample: valued('N', 'number of faults from each area (default 12)'),
      seed: valued('N', 'random seed of the sample (default 1)'),
    },
    rest: 'Words select areas, such as refunds; the word named selects only the named guards.',
  },
  package: {
    about: 'Packages the app into release/, and starts it once to verify that it runs.',
    program: 'package.mjs',
    setUp: [],
    options: {
      installers: flag("also makes this platform's installers; downloads the tools that make them"),
    },
  },
  pictures: {
    about: 'Takes the screenshots of the app that docs/ and the README show.',
    program: 'pictures.mjs',
    setUp: ['--test'],
    programs: { folder: 'tests/pictures', ending: '.pictures.ts' },
    options: {
      all: flag('in every variant: themes, sizes and languages', [
        'cashier-states',
        'checkout-states',
        'staff-states',
      ]),
      only: valued('WORDS', 'only scenes whose name contains one of these words', ['staff-states']),
      variants: valued('NAMES', 'only in these variants', ['staff-states']),
      whole: flag('captures the whole page, not only the visible part', ['staff-states']),
    },
  },
  'check:external': {
    about:
      'Runs third-party checkers, which are installed below .cache/ when needed, and a fuzz test of 20,000 requests.',
    program: 'check-external.mjs',
    setUp: ['--quiet'],
    words: ['lint', 'signatures', 'clients', 'answers', 'fuzz'],
    options: {
      requests: valued('N', 'number of fuzz requests (default 20000)'),
      seed,
    },
  },
}

/** @typedef {keyof typeof commands} CommandName */
