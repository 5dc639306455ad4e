import { EventEmitter } from 'node:events'
import type { App, Session, WebContents } from 'electron'
import { describe, expect, test } from 'vitest'
import { contentSecurityPolicies } from '../../../../src-main/security/content-security-policy.ts'
import { hardenPages } from '../../../../src-main/security/harden.ts'
import { restrictPermissions } from '../../../../src-main/security/permissions.ts'

/** A page as Electron announces it, and what the rules allow it. */
function announced() {
  const switches: [string, string | undefined][] = []
  const app = Object.assign(new EventEmitter(), {
    commandLine: { appendSwitch: (...given: [string, string?]) => void switches.push(given as never) },
  })
  hardenPages(app as unknown as App)
  let openHandler: ((details: { url: string }) => { action: string }) | null = null
  let datagrams: string | null = null
  const contents = Object.assign(new EventEmitter(), {
    setWebRTCIPHandlingPolicy: (policy: string) => {
      datagrams = policy
    },
    setWindowOpenHandler: (handler: typeof openHandler) => {
      openHandler = handler
    },
  })
  app.emit('web-contents-created', {}, contents as unknown as WebContents)
  const allowed = (event: string, url: string): boolean => {
    let prevented = false
    contents.emit(
      event,
      {
        url,
        preventDefault: () => {
          prevented = true
        },
      },
      url,
    )
    return !prevented
  }
  return {
    switches: Object.fromEntries(switches),
    datagrams,
    allowed,
    mayOpen: (url: string) => openHandler?.({ url }).action !== 'deny',
  }
}

const addresses = [
  'https://example.com/',
  'app://pos/index.html',
  'app://terminal/index.html',
  'app://pos.evil/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'about:blank',
  'chrome://gpu',
]

describe('every page from its creation', () => {
  for (const address of addresses) {
    test(`a page cannot navigate or open a window: ${address}`, () => {
      const page = announced()
      for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
        expect(page.allowed(event, address)).toBe(false)
      }
      expect(page.mayOpen(address)).toBe(false)
    })
  }
  test('the network of every page is limited to this computer', () => {
    const { switches, datagrams } = announced()
    expect(switches).toMatchObject({ 'proxy-server': 'socks5://127.0.0.1:9' })
    expect(switches['host-resolver-rules']).toMatch(/^MAP \* ~NOTFOUND/)
    expect(datagrams).toBe('disable_non_proxied_udp')
  })
  test('no page can embed a webview', () =>
    expect(announced().allowed('will-attach-webview', 'app://pos/')).toBe(false))
})

describe('permissions', () => {
  function session() {
    type Handlers = {
      request: Parameters<Session['setPermissionRequestHandler']>[0]
      check: Parameters<Session['setPermissionCheckHandler']>[0]
      device: Parameters<Session['setDevicePermissionHandler']>[0]
    }
    const handlers: Handlers = { request: null, check: null, device: null }
    restrictPermissions({
      setPermissionRequestHandler: (handler) => {
        handlers.request = handler
      },
      setPermissionCheckHandler: (handler) => {
        handlers.check = handler
      },
      setDevicePermissionHandler: (handler) => {
        handlers.device = handler
      },
    })
    return handlers
  }

  test('permissions not listed in the table are denied on both pages', () => {
    const { request, check, device } = session()
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'serial',
      'usb',
      'openExternal',
      'unknown',
    ]) {
      for (const requestingUrl of [
        'app://pos/index.html',
        'app://terminal/',
        'https://example.com/',
        'nonsense',
      ]) {
        let answer: boolean | undefined
        const contents = {} as WebContents
        request?.(
          contents,
          permission as never,
          (granted) => {
            answer = granted
          },
          { requestingUrl } as never,
        )
        expect(answer).toBe(false)
        expect(check?.(contents, permission as never, requestingUrl, {} as never)).toBe(false)
      }
    }
    expect(device?.({} as never)).toBe(false)
  })
})

describe('the content security policy', () => {
  const pos = contentSecurityPolicies['app://pos'] ?? ''
  const terminal = contentSecurityPolicies['app://terminal'] ?? ''

  test('the content security policy denies by default, and allows no inline code, inline style or eval', () => {
    for (const policy of [pos, terminal]) {
      expect(policy).toMatch(/^default-src 'none';/)
      expect(policy).not.toMatch(/unsafe|\*\.|https?:\/\/\*/)
      expect(policy).not.toContain("'self'")
    }
  })
  test('the content security policy allows the POS page no connection, and the terminal page only this computer', () => {
    expect(pos).toContain("connect-src 'none'")
    expect(terminal).toContain('connect-src http://127.0.0.1:* ws://127.0.0.1:*')
  })
})
