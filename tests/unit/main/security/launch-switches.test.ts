import { describe, expect, test } from 'vitest'
import {
  refusedLaunchOption,
  refusedSwitches,
  refusedVariables,
} from '../../../../src-main/security/launch-switches.ts'

const given = (...switches: readonly string[]) => ({
  commandLine: { hasSwitch: (name: string) => switches.includes(name) },
})

describe('a packaged program', () => {
  test('a packaged program starts without options, and with options that only affect the display', () => {
    expect(refusedLaunchOption(given(), {})).toBeNull()
    const display = given('disable-gpu', 'force-device-scale-factor', 'ozone-platform', 'no-sandbox')
    expect(refusedLaunchOption(display, { LANG: 'en_US.UTF-8', SSLKEYLOGFILE: '' })).toBeNull()
  })

  test.each(refusedSwitches)('a packaged program refuses --%s', (name) => {
    expect(refusedLaunchOption(given('disable-gpu', name), {})).toBe(`--${name}`)
  })

  test.each([
    ...[
      'zygote-cmd-prefix',
      'renderer-cmd-prefix',
      'utility-cmd-prefix',
      'ppapi-plugin-launcher',
      'plugin-launcher',
    ],
    ...['gpu-launcher', 'browser-subprocess-path', 'register-pepper-plugins', 'load-extension', 'js-flags'],
    ...[
      'remote-debugging-port',
      'remote-debugging-pipe',
      'remote-debugging-socket-name',
      'inspect',
      'inspect-brk',
    ],
    ...['disable-extensions-except', 'custom-devtools-frontend'],
  ])('a switch that starts another program or loads code is refused: --%s', (name) => {
    expect(refusedLaunchOption(given(name), {})).toBe(`--${name}`)
  })

  test.each(refusedVariables)('a packaged program refuses %s', (name) => {
    expect(refusedLaunchOption(given(), { [name]: '0' })).toBe(name)
  })
})
