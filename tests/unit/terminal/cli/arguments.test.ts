import { describe, expect, test } from 'vitest'
import { virtualTerminalScripts } from '../../../../src-shared/api/schemas/sandbox.ts'
import { readArguments, usage } from '../../../../src-terminal/cli/arguments.ts'

const needed = ['--service', 'http://127.0.0.1:8080', '--hsn', 'VT-0002', '--activation-code', '12345678']

describe('the command line of the headless terminal', () => {
  test('the command line needs service, hsn and activation code; the default script is approve', () => {
    expect(readArguments(needed)).toMatchObject({
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

  test('the command line accepts card, entry and tip', () => {
    const more = ['--script', 'tip_20', '--card', '4242424242424242', '--entry', 'tap', '--tip', '15%']
    expect(readArguments([...needed, ...more])).toMatchObject({
      value: { behaviour: { script: 'tip_20', card: '4242424242424242', entry: 'tap', tip: '15%' } },
    })
    expect(readArguments([...needed, '--tip', '250'])).toMatchObject({ value: { behaviour: { tip: 250 } } })
  })

  test('the command line accepts PIN, delays and clock faults', () => {
    const more = ['--pin', '9999', '--think', '500', '--latency', '400', '--answer-delay', '6000']
    const clock = ['--clock-offset=-420000', '--clock-drift', '1000']
    expect(readArguments([...needed, ...more, ...clock])).toMatchObject({
      value: {
        behaviour: {
          pin: '9999',
          think_ms: 500,
          latency_ms: 400,
          answer_delay_ms: 6000,
          clock_offset_ms: -420_000,
          clock_drift_ms_per_hour: 1000,
        },
      },
    })
  })

  test('the command line lists every script and its effect', () => {
    for (const script of virtualTerminalScripts) expect(usage).toMatch(new RegExp(`^ {2}${script} +\\S`, 'm'))
  })

  test('the errors of the command line never repeat a card number or a PIN', () => {
    for (const secret of [
      ['--card', '41111111'],
      ['--pin', '357'],
    ]) {
      const answer = readArguments([...needed, ...secret])
      expect(answer.ok ? '' : answer.error).toContain(secret[0])
      expect(answer.ok ? '' : answer.error).not.toContain(` ${secret[1]}`)
    }
  })

  test.each([
    ['--service', ['--hsn', 'A', '--activation-code', '12345678']],
    ['--service', ['--service', 'ftp://x', '--hsn', 'A', '--activation-code', '12345678']],
    ['--hsn', ['--service', 'https://x', '--activation-code', '12345678']],
    ['--hsn', ['--service', 'https://x', '--hsn', 'a b', '--activation-code', '12345678']],
    ['--activation-code', ['--service', 'https://x', '--hsn', 'A']],
    ['--activation-code', ['--service', 'https://x', '--hsn', 'A', '--activation-code', '1234']],
    ['--script', [...needed, '--script', 'explode']],
    ['--card', [...needed, '--card', '12ab']],
    ['--entry', [...needed, '--entry', 'wave']],
    ['--tip', [...needed, '--tip', 'much']],
    ['--pin', [...needed, '--pin', '12']],
    ['--latency', [...needed, '--latency', 'slow']],
    ['--latency', [...needed, '--latency', '9000']],
    ['--clock-drift', [...needed, '--clock-drift', '1.5']],
    ['--colour', [...needed, '--colour', 'red']],
  ])('the command line names %s when it is wrong', (parameter, args) => {
    const answer = readArguments(args)
    expect(answer.ok).toBe(false)
    expect(answer.ok ? '' : answer.error).toContain(parameter)
  })

  test('a stored credential makes the activation code unnecessary', () => {
    const args = ['--service', 'https://x', '--hsn', 'A', '--credential-file', 'f']
    expect(readArguments(args)).toMatchObject({ ok: true, value: { activationCode: null } })
  })
})
