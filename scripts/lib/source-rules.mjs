import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import ts from 'typescript'
import { fromRoot, projectRoot } from './paths.mjs'
import { run } from './run.mjs'

/**
 * Words that this project used with a meaning of its own, each with its replacement (docs/glossary.md). They are
 * searched for in identifiers, word by word; prose for people may use them.
 */
const bannedWords = new Map([
  ['tell', 'publish, report, inform'],
  ['tells', 'publishes, reports, informs'],
  ['told', 'published, reported, informed'],
  ['heard', 'received, recorded'],
  ['hear', 'receive, record'],
  ['say', 'report, log'],
  ['says', 'reports, logs'],
  ['said', 'reported, outcome'],
  ['wish', 'request'],
  ['wishes', 'requests'],
  ['kick', 'trigger, run'],
  ['amiss', 'fault, problem'],
  ['lest', 'guard, unless'],
  ['chapter', 'module'],
  ['office', 'manager'],
  ['room', 'staff area, page'],
  ['rooms', 'staff areas, pages'],
  ['desk', 'service, harness'],
  ['till', 'counter, harness'],
  ['lane', 'counter, harness'],
  ['judge', 'reconcile, decide'],
  ['happening', 'input, event'],
])

/** @param {string} identifier @returns {readonly string[]} its words in lower case */
const wordsOf = (identifier) =>
  identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '')

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']
const eventForm = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/

/**
 * Log lines are searched for by their message: `area.event`, with variable values in the fields.
 *
 * @param {ts.CallExpression} call
 * @returns {string | undefined} the message, if it has another form
 */
const looseLogMessage = ({ expression, arguments: given }) => {
  if (!ts.isPropertyAccessExpression(expression) || !logLevels.includes(expression.name.text))
    return undefined
  const logger = expression.expression
  const name = ts.isPropertyAccessExpression(logger) ? logger.name.text : logger.getText()
  if (!/^(log|logger)$/.test(name)) return undefined
  const message = given.find(
    (argument) => ts.isStringLiteralLike(argument) || ts.isTemplateExpression(argument),
  )
  if (message === undefined) return undefined
  const text = ts.isStringLiteralLike(message) ? message.text : message.getText()
  return eventForm.test(text) ? undefined : text
}

/**
 * The test files of a worker share its modules (`isolate: false`): a mocked builtin does not reach a module that another
 * file has loaded before, or stays mocked for the files that follow.
 *
 * @param {ts.CallExpression} call
 * @returns {string | undefined} the builtin, if the call mocks one
 */
const mockedBuiltin = ({ expression, arguments: [given] }) => {
  if (!/^vi\.(do)?mock$/i.test(expression.getText()) || given === undefined) return undefined
  // The other form: vi.mock(import('node:fs'))
  const module = ts.isCallExpression(given) ? given.arguments[0] : given
  return module !== undefined && ts.isStringLiteralLike(module) && isBuiltin(module.text)
    ? module.text
    : undefined
}

/** @param {string} file @param {string} text @returns {readonly string[]} */
const findingsIn = (file, text) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {string[]} */
  const findings = []
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {ts.Node} node @param {string} finding */
  const add = (node, finding) =>
    findings.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${finding}\n`)
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node) && !seen.has(node.text)) {
      seen.add(node.text)
      for (const word of wordsOf(node.text)) {
        const better = bannedWords.get(word)
        if (better !== undefined) add(node, `${node.text} contains “${word}”; use instead: ${better}`)
      }
    }
    if (ts.isCallExpression(node)) {
      const message = looseLogMessage(node)
      if (message !== undefined) add(node, `the log message “${message}” is not of the form area.event`)
      const builtin = mockedBuiltin(node)
      if (builtin !== undefined)
        add(
          node,
          `${builtin} is mocked: patch the builtin itself, call syncBuiltinESMExports(), and restore both after the test`,
        )
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const word of wordsOf(file))
    if (bannedWords.has(word)) findings.push(`${file}: its name contains “${word}”\n`)
  return findings
}

const folders = ['src-*', 'scripts', 'tests']

/**
 * @returns {Promise<import('./run.mjs').RunResult>} fails when a banned word is used, a log message is not
 * `area.event`, or a test mocks a builtin of node
 */
export const checkSourceRules = async () => {
  const patterns = folders.flatMap((folder) =>
    ['ts', 'tsx', 'mjs'].map((ending) => `:(glob)${folder}/**/*.${ending}`),
  )
  const listed = await run('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], {
    cwd: projectRoot,
  })
  if (listed.code !== 0) return listed
  const files = listed.stdout.split('\n').filter((file) => file !== '')
  const found = await Promise.all(
    files.map(async (file) => findingsIn(file, await readFile(fromRoot(file), 'utf8').catch(() => ''))),
  )
  const output = found.flat().join('')
  return { code: output === '' ? 0 : 1, output, stdout: output }
}
