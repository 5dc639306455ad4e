import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromCache, projectRoot } from '../../scripts/lib/paths.mjs'
import { startTestServer } from '../support/embedded-postgres.ts'
import { flag, numberFlag } from './support/flags.ts'
import { openLoad } from './support/loops.ts'
import { create, createAndGet, moneyLoop } from './support/money-loop.ts'
import { startProcess } from './support/processes.ts'
import { saveCard } from './support/saved-card.ts'
import { type CpuProfile, type SourceOf, selfTimes, withSources } from './support/self-times.ts'

/**
 * `npm run bench -- profile loop`: profiles the service's thread during loops of create, pay, capture and refund at
 * full speed, without the bank's delay, on SQLite or with `--engine=PostgreSQL`; `profile create`: while it only
 * creates intents; `profile get`: while it creates and gets them. Prints what took most of its time, by area and by function, and leaves a .cpuprofile for Chromium's
 * tools (Performance, Load profile) and editors. `--seconds=2` for a quick run.
 */
const seconds = numberFlag('seconds', 8)
const shown = 15
const asked = flag('of')
const what = asked === 'create' || asked === 'get' ? asked : 'loop'
const folder = mkdtempSync(join(tmpdir(), 'countertop-profile-'))
const server = flag('engine') === 'PostgreSQL' ? await startTestServer() : null
const service = await startProcess(
  '--cpu-prof',
  [
    `--cpu-prof-dir=${folder}`,
    join(projectRoot, 'dist/service/main.js'),
    ...['--port', '0', '--data', join(folder, 'data'), '--sandbox', '--rate-limit', 'off'],
    ...['--bank-delay', '0'],
  ],
  server === null ? {} : { DATABASE_URL: await server.createDatabase() },
)
const customer = await saveCard(service.ready)
const load = await openLoad({
  url: service.ready.url ?? '',
  headers: {
    'content-type': 'application/json',
    'x-api-key': service.ready.private_key ?? '',
    'x-account-id': service.ready.account_id ?? '',
  },
  steps: {
    loop: moneyLoop(customer),
    create: [create({ amount: 1234, capture: false, reference_id: 'bench' })],
    get: createAndGet,
  }[what],
  connections: 64,
})
const rate = await load.run(seconds)
load.close()
await service.stop()
await server?.stop()

/** The service is a bundle; its source maps name the original files. */
const maps = new Map<string, SourceMap | null>()
const mapOf = (file: string): SourceMap | null => {
  const known = maps.get(file)
  if (known !== undefined) return known
  const text = existsSync(`${file}.map`) ? readFileSync(`${file}.map`, 'utf8') : null
  const map = text === null ? null : new SourceMap(JSON.parse(text))
  maps.set(file, map)
  return map
}
const sourceOf: SourceOf = (url, line, column) => {
  if (!url.startsWith('file:')) return null
  const file = fileURLToPath(url)
  const entry = mapOf(file)?.findEntry(line, column)
  // The bundler's own helpers have no source.
  if (entry === undefined || !('originalSource' in entry) || !entry.originalSource) return null
  return { path: join(dirname(file), entry.originalSource), line: entry.originalLine }
}

/** Each thread writes a profile; the service's thread calls the most functions. */
const [written] = readdirSync(folder)
  .filter((name) => name.endsWith('.cpuprofile'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile)
  .sort((one, other) => other.nodes.length - one.nodes.length)
if (written === undefined) throw new Error('the service left no profile')
const profile = withSources(written, sourceOf)
rmSync(folder, { recursive: true, force: true })
const kept = fromCache('bench', `${what}.cpuprofile`)
mkdirSync(dirname(kept), { recursive: true })
writeFileSync(kept, JSON.stringify(profile))

const { areas, functions } = selfTimes(profile)
const lines = (entries: readonly (readonly [string, number])[]) =>
  entries.map(([name, share]) => `  ${(100 * share).toFixed(1).padStart(5)} %  ${name}`).join('\n')
console.log(
  `\n${rate.toFixed(0)} ${what}s a second; of the time that the service's thread was busy, in itself:`,
)
console.log(lines(areas.slice(0, shown)))
console.log(`\nThe ${shown} functions that took most:`)
console.log(lines(functions.slice(0, shown)))
console.log(`\nThe profile: ${kept}`)
