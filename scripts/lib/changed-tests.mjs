import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fromRoot, projectRoot } from './paths.mjs'
import { run } from './run.mjs'

/**
 * @param {readonly string[]} args @returns {Promise<readonly string[]>} the lines that git prints; none if it fails
 */
const git = async (args) => {
  const { code, stdout } = await run('git', args, { cwd: projectRoot })
  return code === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}

/**
 * Lists the files that this branch and the working copy change: compared with main, or on main itself with the last
 * commit.
 *
 * @returns {Promise<readonly string[]>} files, from the project's root
 */
export const changedFiles = async () => {
  const [head] = await git(['rev-parse', 'HEAD'])
  const bases = await Promise.all(
    ['main', 'origin/main'].map(async (branch) => (await git(['merge-base', branch, 'HEAD']))[0]),
  )
  const base = bases.find((commit) => commit !== undefined && commit !== head) ?? 'HEAD'
  const [changed, fresh] = await Promise.all([
    git(['diff', '--name-only', base]),
    git(['ls-files', '--others', '--exclude-standard']),
  ])
  return [...new Set([...changed, ...fresh])].sort()
}

/** Imports are relative and carry their extension (CONTRIBUTING.md), so that a text search finds them all. */
const importForm = /(?:from|import|import\(|URL\()\s*['"](\.\.?\/[^'"]+)['"]/g

/** Test files that start or read a built program, which their imports do not show. */
const runsPrograms = /scripts\/lib\/(build|electron)\.mjs$/
const programs = /^(src-(service|terminal|shared|main)\/|scripts\/lib\/build|package(-lock)?\.json$)/

/** A change to one of these may affect every test. */
const everything = /^(package(-lock)?\.json|vitest\.config\.ts|tests\/support\/|tsconfig)/

/**
 * Finds the test files that a change touches: those that import a changed file, directly or indirectly, and those that
 * run a program which is built from one.
 *
 * @param {readonly string[]} changed @param {readonly string[]} testFiles
 * @returns {readonly string[]}
 */
export const testsTouchedBy = (changed, testFiles) => {
  if (changed.some((file) => everything.test(file))) return testFiles
  const isChanged = new Set(changed)
  const anyProgram = changed.some((file) => programs.test(file))
  /** @type {Map<string, readonly string[]>} */
  const imports = new Map()
  /** @param {string} file */
  const importsOf = (file) => {
    const known = imports.get(file)
    if (known !== undefined) return known
    const text =
      /\.(ts|tsx|mjs)$/.test(file) && existsSync(fromRoot(file)) ? readFileSync(fromRoot(file), 'utf8') : ''
    const found = [...text.matchAll(importForm)].map(([, path = '']) => normalize(join(dirname(file), path)))
    imports.set(file, found)
    return found
  }
  return testFiles.filter((test) => {
    const seen = new Set([test])
    for (const file of seen) {
      if (isChanged.has(file) || (anyProgram && runsPrograms.test(file))) return true
      for (const next of importsOf(file)) seen.add(next)
    }
    return false
  })
}

/**
 * What each end-to-end flow covers. All flows start the whole app, so by imports every change would touch each of them.
 *
 * @type {Readonly<Record<string, RegExp>>}
 */
const flows = {
  'manager|staff-screens': /manager|receipt|refund/,
  'installer|staff-screens': /installer|devices|terminal/,
  'staff|staff-screens': /staff|pin/,
  'serial-terminal': /serial|devices|src-terminal\/link/,
  'virtual-terminal': /src-terminal|virtual/,
  'two-counters|sessions': /session|terminal|connection/,
  'page-network': /src-main\/(main|app|security|windows|preload|process)\b/,
  'card-sale|failures': /sale|pos\/|authorize|intents|repair|processor|terminals/,
  'cashier-keys|outcome-keys|cashier-scans|cashier-screens|first-dialog|virtual-terminal|items-screens':
    /src-renderer|pictures|snapshot/,
}

/** A change that belongs to no flow is covered by the flow that goes through all areas. */
const wholeSale = 'card-sale'

/** @param {readonly string[]} changed @param {readonly string[]} specs @returns {readonly string[]} */
export const flowsTouchedBy = (changed, specs) => {
  const product = changed.filter((file) => /^(src-|tests\/(e2e|pictures)\/)/.test(file))
  const named = Object.entries(flows)
    .filter(([, subject]) => product.some((file) => subject.test(file)))
    .flatMap(([names]) => names.split('|'))
  const words = product.length > 0 ? [...named, wholeSale] : []
  return specs.filter((spec) => isWanted(spec, words) || changed.includes(spec))
}

/** @param {string} spec @param {readonly string[]} words */
const isWanted = (spec, words) => words.some((word) => spec.slice(spec.lastIndexOf('/') + 1).startsWith(word))
