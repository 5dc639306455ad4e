import { describe, expect, test } from 'vitest'
import { keepSmall } from '../../../../src-main/process/small-footprint.ts'

/** Electron before its ready event. */
function startingApp(features = '') {
  let ready = (): void => undefined
  const whenReady = new Promise<void>((resolve) => {
    ready = resolve
  })
  const switches: string[] = []
  const commandLine = {
    getSwitchValue: () => features,
    appendSwitch: (name: string, value?: string) => void switches.push(`${name}=${value}`),
  }
  const app = { commandLine, whenReady: () => whenReady } as unknown as Parameters<typeof keepSmall>[0]
  return {
    app,
    switches,
    async getReady() {
      ready()
      await whenReady
    },
  }
}

describe('the settings for a small footprint on Linux', () => {
  test('GTK starts without OpenGL, and programs started later do not inherit that setting', async () => {
    const { app, getReady } = startingApp()
    const env: NodeJS.ProcessEnv = {}
    keepSmall(app, 'linux', env)
    expect(env).toEqual({ GDK_GL: 'disable' })
    await getReady()
    expect(env).toEqual({})
  })

  test('an existing setting for GTK is kept', async () => {
    const { app, getReady } = startingApp()
    const env: NodeJS.ProcessEnv = { GDK_GL: 'gles' }
    keepSmall(app, 'linux', env)
    await getReady()
    expect(env).toEqual({ GDK_GL: 'gles' })
  })

  test('the network service runs in the main process, in addition to the requested features', () => {
    const { app, switches } = startingApp('One,Two')
    keepSmall(app, 'linux', {})
    expect(switches).toEqual(['enable-features=One,Two,NetworkServiceInProcess2'])
  })
})

test.each(['win32', 'darwin'] as const)('on %s, nothing is changed', (platform) => {
  const { app, switches } = startingApp()
  const env: NodeJS.ProcessEnv = {}
  keepSmall(app, platform, env)
  expect(env).toEqual({})
  expect(switches).toEqual([])
})
