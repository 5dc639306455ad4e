import { setFlagsFromString } from 'node:v8'
import type { App } from 'electron'

/**
 * A counter shares its computer with other programs, all day.
 *
 * The space of young objects stays at its first size (1 MiB) instead of growing to eight times that at the start and
 * keeping it: a counter makes few objects. The flag is read whenever the space would grow.
 *
 * On Linux Chromium's network code runs in this process instead of one of its own. That process has no sandbox there, and
 * nothing to do: pages get their files from this process by app://, and can reach no other computer (page-network.ts).
 */
export function keepSmall({ commandLine }: Pick<App, 'commandLine'>, platform: NodeJS.Platform): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  if (platform !== 'linux') return
  const asked = commandLine.getSwitchValue(features)
  commandLine.appendSwitch(features, asked === '' ? networkHere : `${asked},${networkHere}`)
}

const features = 'enable-features'
const networkHere = 'NetworkServiceInProcess2'
