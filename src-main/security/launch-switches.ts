import type { App } from 'electron'

/**
 * Switches by which another program on this computer reads or steers what the counter shows: a debugger, an extension, a
 * page without its walls. Node's own are off in the binary (fuses, electron-builder.yml). Electron itself gives every
 * launch allow-file-access-from-files, which opens nothing to a page of app://.
 */
export const refusedSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-targets',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-wait',
  'inspect-publish-uid',
  'js-flags',
  'auto-open-devtools-for-tabs',
  'enable-automation',
  'load-extension',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'proxy-pac-url',
  'log-net-log',
  'ssl-key-log-file',
  'single-process',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'browser-subprocess-path',
  'app-path',
  'experimental-features',
  'enable-blink-features',
] as const

/** Variables that do the same, and that no fuse turns off. */
export const refusedVariables = ['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE'] as const

/**
 * What this launch was given and a shop's counter never needs; null when there is nothing. Chromium itself reports the
 * switches: it knows more spellings than one.
 */
export function refusedLaunchOption(
  { commandLine }: { readonly commandLine: Pick<App['commandLine'], 'hasSwitch'> },
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const name = refusedSwitches.find((one) => commandLine.hasSwitch(one))
  if (name !== undefined) return `--${name}`
  return refusedVariables.find((one) => (env[one] ?? '') !== '') ?? null
}
