/**
 * What npm's scripts take: read before any set-up, so it uses Node alone.
 *
 * @typedef {object} Option
 * @property {string} [value] what stands after it, as its help calls it; absent: it takes none
 * @property {string} about
 * @property {boolean} [mayHaveValue] a flag for one program, with a value for another
 * @property {readonly string[]} [of] the programs of the folder that know it; absent: all
 * @property {string} [needs] the option that it goes with
 * @property {string} [excludes] the option that it does not go with
 *
 * @typedef {object} Command
 * @property {string} about
 * @property {string} program below scripts/
 * @property {readonly string[]} setUp what scripts/setup.mjs is given
 * @property {Readonly<Record<string, Option>>} options
 * @property {readonly string[]} [words] what may be asked for by a word
 * @property {{ readonly folder: string, readonly ending: string }} [programs] the words are the names of its files
 * @property {string} [rest] what is handed on as it stands: words that are anybody's, or what follows a second --
 */

/** @param {string} value @param {string} about @param {readonly string[]} [of] @returns {Option} */
const valued = (value, about, of) => ({ value, about, ...(of === undefined ? {} : { of }) })

/** @param {string} about @param {readonly string[]} [of] @returns {Option} */
const flag = (about, of) => ({ about, ...(of === undefined ? {} : { of }) })

const seed = valued('N', 'repeats a run: the seed that it printed')

/** @satisfies {Readonly<Record<string, Command>>} */
export const commands = {
  start: {
    about:
      'Builds what changed and starts the point of sale in training mode, with a virtual terminal beside it.',
    program: 'start.mjs',
    setUp: [],
    options: {
      demo: flag('a sale that plays itself, with a display or without'),
      keep: { ...flag('with --demo: leaves the windows open for a minute at the end'), needs: 'demo' },
      out: {
        ...valued('DIR', 'with --demo: where the pictures go (default: a temporary folder)'),
        needs: 'demo',
      },
      currency: {
        ...valued('CODE', 'of training: USD (default) or CAD, a Canadian shop with books of its own'),
        excludes: 'demo',
      },
      'apply-profile': valued('FILE', 'takes the settings of a profile, once'),
    },
    rest: 'What stands after a further -- is handed to Electron: npm start -- -- --lang=fr',
  },
  test: {
    about: 'Builds what changed and runs the tests; the last lines name what failed.',
    program: 'test.mjs',
    setUp: ['--test'],
    options: {},
    words: ['unit', 'contract', 'e2e', 'changed'],
    rest:
      'Further words narrow the run to the test files whose path holds one of them.\n' +
      "What stands after a further -- is handed to the suite's own program: npm test -- unit -- -t refund",
  },
  bench: {
    about: 'Measures, and prints each number beside what it is compared with.',
    program: 'bench.mjs',
    setUp: ['--test'],
    programs: { folder: 'tests/bench', ending: '.bench.ts' },
    words: ['loop', 'create'],
    options: {
      'bank-delay': valued('MS', 'how long the bank takes to answer', ['money-loop']),
      connections: valued('N', 'how many ask at once', ['loop-cpu', 'money-loop']),
      count: valued('N', 'payments in the database', ['payments-page']),
      day: valued('N', 'sales a day; of growth, those of the day that is closed', ['day-close', 'growth']),
      engine: valued('NAME', 'SQLite or PostgreSQL alone', ['loop-cpu', 'profile']),
      events: valued('N', 'events a second, that wait, or that are purged', [
        'waits',
        'webhook-backlog',
        'webhooks',
      ]),
      fill: flag('fills the databases, and ends', ['growth']),
      keep: valued('DIR', 'keeps the database there', ['payments-page']),
      links: valued('N', 'idle links', ['terminals']),
      loops: valued('N', 'how many are counted', ['loop-costs', 'loop-cpu']),
      node: valued('FLAGS', "of V8 for the service's node", ['terminals']),
      of: valued('NAME', 'loop or create', ['profile']),
      only: valued('WORDS', 'the requests whose name holds one of them', ['growth']),
      part: valued(
        'NAMES',
        'sales, instant, taps, idle, storm, forwarded; of waits, what goes on meanwhile',
        ['terminals', 'waits'],
      ),
      postgres: {
        ...flag('on PostgreSQL; of growth and waits --postgres=URL', [
          'boarding-lists',
          'growth',
          'search',
          'waits',
        ]),
        mayHaveValue: true,
      },
      pairs: valued('N', 'how many pairs of processes are started, one after the other', ['create-intent']),
      profile: flag("of the service's thread", ['terminals']),
      rounds: valued('N', 'how often each is measured', [
        'checkout-sessions',
        'create-intent',
        'day-close',
        'growth',
        'money-loop',
        'payments-page',
        'postgres-commit',
        'start-up',
      ]),
      rows: valued('N,N', 'payments in the databases', ['growth', 'waits']),
      sales: valued('N', 'how many are timed; of terminals, of each; of day-close (N,N), in the book', [
        'approval',
        'day-close',
        'terminals',
      ]),
      save: flag('writes the committed figures', ['quick']),
      seconds: valued('N', 'how long each is measured', [
        'checkout-sessions',
        'create-intent',
        'money-loop',
        'postgres-commit',
        'profile',
        'waits',
        'webhook-backlog',
        'webhooks',
      ]),
      small: flag('a tenth of the rows', ['boarding-lists', 'search']),
      sqlite: flag('on SQLite alone', ['boarding-lists', 'search']),
      statements: flag('prints what is asked of the database', ['loop-costs']),
      strict: flag('ends with 1 where something got worse', ['quick']),
      terminals: valued('N', 'terminals in sales', ['terminals']),
      unsettled: valued('N', 'payments in the batch', ['waits']),
    },
  },
  attack: {
    about: 'Attacks the service on this computer while it sells, and looks whether it still does.',
    program: 'attack.mjs',
    setUp: ['--quiet'],
    programs: { folder: 'tests/attack', ending: '.attack.ts' },
    options: {
      guesses: valued('N', 'activation codes that are guessed (default 150)', ['service']),
      links: valued('N', 'hostile links (default 8)', ['service']),
      lists: valued('N', 'lists that nobody reads (default 40)', ['service']),
      sales: valued('N', 'sales at rest, and as many under attack (default 12)', ['service']),
    },
  },
  chaos: {
    about: 'Kills and cuts what runs, and looks whether anything was lost.',
    program: 'chaos.mjs',
    setUp: ['--quiet'],
    programs: { folder: 'tests/chaos', ending: '.chaos.ts' },
    options: {
      counters: valued('N', 'counters that sell at once (default 6)', ['sales']),
      engine: valued('NAME', 'sqlite, postgres or both', ['crash', 'sales']),
      kills: valued('N', 'how often the service is killed (default 20)', ['crash']),
      processor: valued('NAME', 'the bank, as in npm run service; all', ['crash', 'sales']),
      sales: valued('N', 'how many (default 100 in a day, 1000 in sales)', ['day', 'sales']),
      seed,
      window: flag('by the window of the real app', ['day']),
    },
  },
  soak: {
    about:
      'Sells without pause by the window of the real app, and looks whether anything grows or frames are dropped.',
    program: 'soak.mjs',
    setUp: ['--test'],
    options: {
      every: valued('N', 'sales between two looks at the memory (default 100)'),
      leak: valued('NAME', 'plants a leak in main, service or window, which must be found'),
      minutes: valued('N', 'for so long at most (default 20)'),
      'no-returns': flag('nothing is refunded or voided'),
      sales: valued('N', 'so many at most'),
      snapshots: valued(
        'N,N',
        'after how many sales each heap is written into .cache/soak, for the count of objects (default 300)',
      ),
    },
  },
  mutants: {
    about: 'Puts small faults into the money code, one at a time, and sees whether a test notices.',
    program: 'mutants.mjs',
    setUp: ['--quiet'],
    options: {
      all: flag('every fault of an area, and not a sample'),
      'at-once': valued('N', 'how many are tried side by side (default 2)'),
      minutes: valued('N', 'for so long at most (default 60)'),
      sample: valued('N', 'so many of each area (default 12)'),
      seed: valued('N', 'which of them (default 1)'),
    },
    rest: 'Words name the areas: refunds, for instance; named: the named guards alone.',
  },
  package: {
    about: 'Packages the app into release/, and starts it once to see that it runs.',
    program: 'package.mjs',
    setUp: [],
    options: {
      installers: flag("this platform's installers too; their makers are fetched from the network"),
    },
  },
  pictures: {
    about: 'Takes the pictures of every screen that docs/ and the README show.',
    program: 'pictures.mjs',
    setUp: ['--test'],
    programs: { folder: 'tests/pictures', ending: '.pictures.ts' },
    options: {
      all: flag('in every look and language', ['cashier-states', 'checkout-states', 'staff-states']),
      only: valued('WORDS', 'the scenes whose names hold one', ['staff-states']),
      variants: valued('NAMES', 'in these looks', ['staff-states']),
      whole: flag('as long as the page is', ['staff-states']),
    },
  },
  'check:external': {
    about:
      "Checks by others' programs, which are installed on demand below .cache/, and 20,000 requests of every kind.",
    program: 'check-external.mjs',
    setUp: ['--quiet'],
    words: ['lint', 'signatures', 'clients', 'answers', 'fuzz'],
    options: {
      requests: valued('N', 'of fuzz (default 20000)'),
      seed,
    },
  },
}

/** @typedef {keyof typeof commands} CommandName */
