import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../../scripts/lib/lock-file.mjs'

const good = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }
const problems = (entry: object, scripts = {}) =>
  problemsOf({ 'node_modules/a': { ...good, ...entry } }, scripts)

describe('a locked library', () => {
  test('a locked library with a hash, a shippable licence and no install script is accepted', () => {
    expect(problems({})).toEqual([])
    expect(problems({ license: '(GPL-3.0 OR MIT)' })).toEqual([])
  })

  test('a locked library without a hash is refused, except a tool’s binary for another platform', () => {
    const entry = { version: '1.0.0', license: 'MIT', dev: true, optional: true }
    expect(problemsOf({ 'node_modules/a': entry }, {})).toHaveLength(1)
    expect(problemsOf({ 'node_modules/@biomejs/cli-darwin-x64': entry }, {})).toEqual([])
    expect(problemsOf({ 'node_modules/@biomejs/cli-darwin-x64': { ...entry, dev: false } }, {})).toHaveLength(
      1,
    )
  })

  test('a locked library is refused if it is shipped under a licence that only permits use', () => {
    expect(problems({ license: 'MPL-2.0', dev: true })).toEqual([])
    expect(problems({ license: 'MPL-2.0' })).toHaveLength(1)
    expect(problems({ license: 'MIT AND GPL-3.0', dev: true })).toHaveLength(1)
    expect(problems({ license: undefined })).toEqual(['node_modules/a is under no licence.'])
  })

  test('a locked library with an install script is refused until somebody has decided on the script', () => {
    expect(problems({ hasInstallScript: true })).toHaveLength(1)
    expect(problems({ hasInstallScript: true }, { a: false })).toEqual([])
  })
})
