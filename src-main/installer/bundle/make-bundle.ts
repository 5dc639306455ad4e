import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { strToU8, zip } from 'fflate'
import type { HealthFacts } from '../../../src-shared/pos/installer-tools/health.ts'
import type { Settings } from '../../../src-shared/pos/settings/settings.ts'
import type { InstallerStatus } from '../../../src-shared/pos/terminals/installer.ts'
import { cleanLine } from './clean-log.ts'

export interface BundleParts {
  /** The folder of the logs. */
  readonly logs: string
  readonly health: HealthFacts
  readonly installer: Pick<InstallerStatus, 'pings' | 'devices'>
  readonly settings: Settings
}

/** Maximum bytes per log, its newest lines: enough for support, and small enough to mail. */
const mostBytes = 3_000_000
const logFiles = ['main.log', 'main.log.1', 'service.log', 'service.log.1'] as const

const about = `What support needs to know of this counter.

health.json     what works, and the versions
devices.json    what is plugged into this computer
pings.json      how quickly terminals answered of late
settings.json   the settings, without words that somebody typed
*.log           what the program wrote of itself

No key, no card and nobody's name, address or number is in it: of the logs only fields are kept that cannot hold one.
Fields that were left out are named under left_out.
`

/** A zip file for support that contains no keys and no names. */
export async function makeBundle({ logs, health, installer, settings }: BundleParts): Promise<Uint8Array> {
  const cleaned = await Promise.all(
    logFiles.map(async (name) => [name, await cleanLog(join(logs, name))] as const),
  )
  const { url: _, ...service } = health.service
  const files = {
    'README.txt': about,
    'health.json': json({ ...health, service }),
    'devices.json': json(installer.devices.map((device) => ({ ...device, path: basename(device.path) }))),
    'pings.json': json(installer.pings),
    'settings.json': json(cleanSettings(settings)),
    ...Object.fromEntries(cleaned.filter(([, text]) => text !== '')),
  }
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))
  return new Promise((resolve, reject) => {
    zip(bytes, (error, data) => (error === null ? resolve(data) : reject(error)))
  })
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

async function cleanLog(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const lines = text.slice(-mostBytes).split('\n')
  const clean = lines.flatMap((line) => cleanLine(line) ?? [])
  return clean.length === 0 ? '' : `${clean.join('\n')}\n`
}

const spoken: readonly (keyof Settings)[] = [
  'language',
  'color_scheme',
  'sound_volume',
  'customer_display',
  'time_zone',
]

/** A counter's name may be a person's name, and a folder's path may contain one. */
function cleanSettings(settings: Settings): Readonly<Record<string, unknown>> {
  const { surcharge, ...rest } = settings
  const cleaned = Object.entries(rest).map(
    ([name, value]) =>
      [name, typeof value === 'string' && !spoken.some((one) => one === name) ? 'left out' : value] as const,
  )
  return { ...Object.fromEntries(cleaned), surcharge: surcharge?.percent ?? null }
}
