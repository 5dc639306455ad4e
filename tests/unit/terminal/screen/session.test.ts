import { afterEach, expect, test, vi } from 'vitest'
import { linkCloseCodes } from '../../../../src-shared/terminal/messages.ts'
import { credentialText } from '../../../../src-terminal/link/credential.ts'
import { startSession } from '../../../../src-terminal/screen/session.ts'
import type { TerminalStore } from '../../../../src-terminal/screen/terminal-store.ts'
import { credential } from '../device-harness.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Whoever sits on the way, and ends each connection with a code. */
function strangerWith(code: number) {
  const dialed: string[] = []
  class Socket extends EventTarget {
    constructor(url: string) {
      super()
      dialed.push(url)
      queueMicrotask(() => {
        this.dispatchEvent(new Event('open'))
        this.dispatchEvent(Object.assign(new Event('close'), { code, reason: 'You are refused.' }))
      })
    }
    send() {}
    close() {}
  }
  return { Socket, dialed }
}

test.each([linkCloseCodes.credentialRefused, linkCloseCodes.serviceNotGenuine])(
  'the window of a terminal keeps its credential when anybody ends the link with %i, and shows that it tries again',
  async (code) => {
    // It would dial on for ever.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    const { Socket, dialed } = strangerWith(code)
    vi.stubGlobal('WebSocket', Socket)
    const serviceUrl = 'http://127.0.0.1:1'
    kept.set(`countertop.terminal ${serviceUrl} VT-0001`, credentialText(credential))
    const explained: string[] = []
    const store = {
      onChange() {},
      attach() {},
      explain: (reason: string) => void explained.push(reason),
    } as unknown as TerminalStore

    await startSession({ serviceUrl, hsn: 'VT-0001', activationCode: '12345678' }, store)
    await expect.poll(() => explained).toHaveLength(1)
    expect(explained[0]).toContain('Trying again')
    expect(dialed).toHaveLength(1)
    // The code of the address is tried, and reaches nobody.
    expect([...kept.values()]).toEqual([credentialText(credential)])
  },
)
