import { afterEach, expect, test, vi } from 'vitest'
import { linkCloseCodes } from '../../../../src-shared/terminal/messages.ts'
import { credentialText } from '../../../../src-terminal/link/credential.ts'
import { startSession } from '../../../../src-terminal/screen/session.ts'
import type { TerminalStore } from '../../../../src-terminal/screen/terminal-store.ts'
import { credential } from '../device-harness.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** An attacker in the middle who closes each connection with a code. */
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
  "a terminal's window keeps its credential after a close with %i, which may be forged, and tries again",
  async (code) => {
    // Otherwise it would dial forever.
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
    // The activation code in the address is tried, without success.
    expect([...kept.values()]).toEqual([credentialText(credential)])
  },
)
