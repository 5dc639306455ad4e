import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromCache, projectRoot } from '../../scripts/lib/paths.mjs'
import { loopsPerSecond } from './support/loops.ts'
import { moneyLoop } from './support/money-loop.ts'
import { startProcess } from './support/processes.ts'
import { saveCard } from './support/saved-card.ts'

/**
 * `npm run bench -- profile`: the service's thread while it does loops of create, pay, capture and refund as fast as it can, the
 * bank's delay off. Prints what took most of its time, and leaves a .cpuprofile that Chromium's tools and editors open.
 */
const seconds = 8
const folder = mkdtempSync(join(tmpdir(), 'countertop-profile-'))
const service = await startProcess('--cpu-prof', [
  `--cpu-prof-dir=${folder}`,
  join(projectRoot, 'dist/service/main.js'),
  ...['--port', '0', '--data', join(folder, 'data'), '--sandbox', '--rate-limit', 'off', '--bank-delay', '0'],
])
const customer = await saveCard(service.ready)
const rate = await loopsPerSecond({
  url: service.ready.url ?? '',
  headers: {
    'content-type': 'application/json',
    'x-api-key': service.ready.private_key ?? '',
    'x-account-id': service.ready.account_id ?? '',
  },
  steps: moneyLoop(customer),
  connections: 64,
  seconds,
})
await service.stop()

interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}
const [written = ''] = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))
const profile = JSON.parse(readFileSync(join(folder, written), 'utf8')) as Profile
mkdirSync(fromCache('bench'), { recursive: true })
const kept = fromCache('bench', 'service.cpuprofile')
renameSync(join(folder, written), kept)
rmSync(folder, { recursive: true, force: true })

const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
const spent = new Map<string, number>()
let busy = 0
profile.samples.forEach((id, index) => {
  const frame = frames.get(id)
  const ms = (profile.timeDeltas[index] ?? 0) / 1000
  if (frame === undefined || frame.functionName === '(idle)' || frame.functionName === '(program)') return
  busy += ms
  const place = frame.url === '' ? '' : ` ${frame.url.split('/').at(-1)}:${frame.lineNumber + 1}`
  const name = `${frame.functionName || '(anonymous)'}${place}`
  spent.set(name, (spent.get(name) ?? 0) + ms)
})
console.log(`\n${rate.toFixed(0)} loops a second; of the time that its thread was busy:`)
for (const [name, ms] of [...spent].sort((a, b) => b[1] - a[1]).slice(0, 40))
  console.log(`  ${((100 * ms) / busy).toFixed(1).padStart(5)} %  ${name}`)
console.log(`\nThe profile: ${kept}`)
