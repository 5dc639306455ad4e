import type { App } from 'electron'

/**
 * Switches that let another program on this computer read or control the counter: a debugger, an extension, a page
 * without isolation, a program that is started instead of Chromium's own. Some exist in older versions only.
 *
 * - `no-sandbox` is not among them: a system without user namespaces needs it.
 * - Node's own are disabled in the binary, by the fuses in electron-builder.yml.
 * - Electron adds `allow-file-access-from-files` to every launch itself. It gives app:// pages no access.
 */
export const refusedSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-targets',
  'remote-debugging-socket-name',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-wait',
  'inspect-publish-uid',
  'js-flags',
  'auto-open-devtools-for-tabs',
  'enable-automation',
  'custom-devtools-frontend',
  'load-extension',
  'disable-extensions-except',
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
  'zygote-cmd-prefix',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'plugin-launcher',
  'ppapi-plugin-launcher',
  'register-pepper-plugins',
  'browser-subprocess-path',
  'app-path',
  'experimental-features',
  'enable-blink-features',
] as const

/** Variables with the same effect, which no fuse disables. */
export const refusedVariables = ['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE'] as const

/**
 * The first refused switch or variable of this launch; null when there is none. Asks Chromium for switches, since it
 * accepts several spellings.
 */
export function refusedLaunchOption(
  { commandLine }: { readonly commandLine: Pick<App['commandLine'], 'hasSwitch'> },
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const name = refusedSwitches.find((one) => commandLine.hasSwitch(one))
  if (name !== undefined) return `--${name}`
  return refusedVariables.find((one) => (env[one] ?? '') !== '') ?? null
}
