import { describe, expect, test } from 'vitest'
import { keepSmall } from '../../../src-main/small-footprint.ts'

/** Electron before it is ready. */
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

describe('on Linux', () => {
  test('GTK starts without OpenGL, and no program that is started later inherits that', async () => {
    const { app, getReady } = startingApp()
    const env: NodeJS.ProcessEnv = {}
    keepSmall(app, 'linux', env)
    expect(env).toEqual({ GDK_GL: 'disable' })
    await getReady()
    expect(env).toEqual({})
  })

  test('what somebody has asked of GTK stays', async () => {
    const { app, getReady } = startingApp()
    const env: NodeJS.ProcessEnv = { GDK_GL: 'gles' }
    keepSmall(app, 'linux', env)
    await getReady()
    expect(env).toEqual({ GDK_GL: 'gles' })
  })

  test('the network code runs in main, beside the features that were asked for', () => {
    const { app, switches } = startingApp('One,Two')
    keepSmall(app, 'linux', {})
    expect(switches).toEqual(['enable-features=One,Two,NetworkServiceInProcess2'])
  })
})

test.each(['win32', 'darwin'] as const)('on %s neither is asked for', (platform) => {
  const { app, switches } = startingApp()
  const env: NodeJS.ProcessEnv = {}
  keepSmall(app, platform, env)
  expect(env).toEqual({})
  expect(switches).toEqual([])
})
