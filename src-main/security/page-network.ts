import type { App, WebContents } from 'electron'

/**
 * Keeps a page's network traffic on this computer. The content security policy does not cover everything: a WebRTC
 * connection contacts a STUN or TURN server named by the page, and a preconnect hint causes a name look-up. So outgoing
 * traffic is sent to a proxy that does not exist (loopback is exempt), names are not resolved, and WebRTC may use only
 * that proxy. The connections of main and of the service are not affected.
 */
export function keepPagesOnThisComputer({ commandLine }: Pick<App, 'commandLine'>): void {
  for (const [name, value] of Object.entries(switches)) commandLine.appendSwitch(name, value)
}

const switches = {
  // Port 9 is the discard port; no server listens there.
  'proxy-server': 'socks5://127.0.0.1:9',
  'host-resolver-rules': 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
} as const

export const sendNoDatagrams = (contents: Pick<WebContents, 'setWebRTCIPHandlingPolicy'>): void =>
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
