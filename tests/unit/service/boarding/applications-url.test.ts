import { describe, expect, test } from 'vitest'
import { applicationsUrlFor } from '../../../../src-service/boarding/applications-url.ts'
import { readCommand } from '../../../../src-service/config/config.ts'

const read = (...urls: readonly string[]) =>
  readCommand(['--sandbox', ...urls.flatMap((url) => ['--applications-url', url])], {})

describe('--applications-url', () => {
  test('an address belongs to one partner, or to all', () => {
    const command = read('https://apply.example.com/', 'ptn_one=https://join.one.example/forms')
    if (!command.ok || command.value.name !== 'serve') throw new Error('it does not serve')
    const { applicationsUrls } = command.value.config
    if (applicationsUrls === undefined) throw new Error('no address was read')
    expect(applicationsUrlFor(applicationsUrls, 'ptn_one')).toBe('https://join.one.example/forms')
    for (const partner of ['ptn_two', null, undefined]) {
      expect(applicationsUrlFor(applicationsUrls, partner)).toBe('https://apply.example.com')
    }
  })

  test.each([
    [['ftp://apply.example.com'], /^--applications-url: /],
    [['ptn_one=apply'], /^--applications-url: /],
    [['https://apply.example.com?a=b'], /must be an address with an optional path and nothing else/],
    [['https://one.example', 'https://two.example'], /all applicants can have one address only/],
    [['ptn_one=https://one.example', 'ptn_one=https://two.example'], /ptn_one can have one address only/],
  ])('the addresses %j are refused with a message', (urls, problem) => {
    const command = read(...urls)
    expect(command.ok ? null : command.error).toMatch(problem)
  })
})
