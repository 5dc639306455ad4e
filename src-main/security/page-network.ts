import type { App, WebContents } from 'electron'

/**
 * The content security policy does not reach everything by which a page can send: a WebRTC connection asks a STUN or TURN
 * server that the page names, and a hint about a host is looked up. So a page's own network ends at this computer:
 * whatever leaves it would go through a proxy that is not there (loopback never does), no name is looked up, and WebRTC
 * may use nothing but that proxy. Main and service have their own ways out, which none of this touches.
 */
export function keepPagesOnThisComputer({ commandLine }: Pick<App, 'commandLine'>): void {
  for (const [name, value] of Object.entries(switches)) commandLine.appendSwitch(name, value)
}

const switches = {
  // Port 9 discards; nobody listens there.
  'proxy-server': 'socks5://127.0.0.1:9',
  'host-resolver-rules': 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
} as const

export const sendNoDatagrams = (contents: Pick<WebContents, 'setWebRTCIPHandlingPolicy'>): void =>
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
