import { describe, expect, test } from 'vitest'
import { readArguments } from '../../../src-terminal/cli/arguments.ts'

const needed = ['--service', 'http://127.0.0.1:8080', '--hsn', 'VT-0002', '--activation-code', '12345678']

describe('the command line of the headless terminal', () => {
  test('needs service, hsn and activation code; the script is approve unless told', () => {
    expect(readArguments(needed)).toEqual({
      ok: true,
      value: {
        serviceUrl: 'http://127.0.0.1:8080',
        hsn: 'VT-0002',
        activationCode: '12345678',
        credentialFile: null,
        behaviour: { script: 'approve' },
      },
    })
  })

  test('takes card, entry and tip', () => {
    const more = ['--script', 'tip_20', '--card', '4242424242424242', '--entry', 'tap', '--tip', '15%']
    expect(readArguments([...needed, ...more])).toMatchObject({
      value: { behaviour: { script: 'tip_20', card: '4242424242424242', entry: 'tap', tip: '15%' } },
    })
    expect(readArguments([...needed, '--tip', '250'])).toMatchObject({ value: { behaviour: { tip: 250 } } })
  })

  test.each([
    ['--service', ['--hsn', 'A', '--activation-code', '12345678']],
    ['--service', ['--service', 'ftp://x', '--hsn', 'A', '--activation-code', '12345678']],
    ['--hsn', ['--service', 'http://x', '--activation-code', '12345678']],
    ['--hsn', ['--service', 'http://x', '--hsn', 'a b', '--activation-code', '12345678']],
    ['--activation-code', ['--service', 'http://x', '--hsn', 'A']],
    ['--activation-code', ['--service', 'http://x', '--hsn', 'A', '--activation-code', '1234']],
    ['--script', [...needed, '--script', 'explode']],
    ['--card', [...needed, '--card', '12ab']],
    ['--entry', [...needed, '--entry', 'wave']],
    ['--tip', [...needed, '--tip', 'much']],
    ['--colour', [...needed, '--colour', 'red']],
  ])('names %s when that is what is wrong', (parameter, args) => {
    const answer = readArguments(args)
    expect(answer.ok).toBe(false)
    expect(answer.ok ? '' : answer.error).toContain(parameter)
  })

  test('a kept credential makes the activation code unnecessary', () => {
    const args = ['--service', 'http://x', '--hsn', 'A', '--credential-file', 'f']
    expect(readArguments(args)).toMatchObject({ ok: true, value: { activationCode: null } })
  })
})
