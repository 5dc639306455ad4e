import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { App } from 'electron'
import { replaceFile } from '../files/write-whole.ts'

/** Starts this counter when a user signs in to the computer. */
export interface Autostart {
  /** @throws where the system does not support it */
  set(on: boolean): Promise<void>
}

/** Windows and macOS have their own list; only an installed program is added. */
export const loginItem = (app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>): Autostart => ({
  async set(on) {
    if (app.getLoginItemSettings().openAtLogin === on) return
    app.setLoginItemSettings({ openAtLogin: on })
    if (app.getLoginItemSettings().openAtLogin !== on)
      throw new Error('the system did not accept the login item')
  },
})

/** Linux desktops start what has a file in one folder (freedesktop.org, Desktop Application Autostart). */
export function xdgAutostart(options: {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** The program's command with its arguments. */
  readonly command: readonly string[]
  /** The folder of this counter's data: another counter's file is left alone. */
  readonly folder: string
}): Autostart {
  const { env, home, command, folder } = options
  const configured = env['XDG_CONFIG_HOME']
  const config = configured?.startsWith('/') ? configured : join(home, '.config')
  const path = join(config, 'autostart', 'countertop.desktop')
  const mark = `X-Countertop-Folder=${oneLine(folder)}`
  const text = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Countertop',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    mark,
    '',
  ].join('\n')
  return {
    async set(on) {
      const present = await readFile(path, 'utf8').catch(() => null)
      if (on && present !== text) {
        await mkdir(dirname(path), { recursive: true })
        await replaceFile(path, text)
      }
      if (!on && present?.split('\n').includes(mark) === true) await rm(path)
    },
  }
}

const oneLine = (text: string): string => text.replaceAll(/[\n\r]/g, ' ')

/** Quotes an argument as the Desktop Entry Specification requires: its own quoting first, then that of strings. */
const quoted = (argument: string): string => {
  const inside = argument
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
  return `"${oneLine(inside)}"`
}
