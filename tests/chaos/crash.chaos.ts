import { parseArgs } from 'node:util'
import { crash } from './crash.ts'
import { chosenEngines, chosenProcessors, onEngine } from './support/engines.ts'

/** `npm run chaos -- crash --kills=20 --seed=7 --engine=postgres --processor=harsh` */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'both' },
    processor: { type: 'string', default: 'all' },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
const report = (line: string) => console.log(`  ${line}`)

for (const engine of chosenEngines(values.engine)) {
  for (const processor of chosenProcessors(values.processor)) {
    console.log(`${kills} kills on ${engine} with the bank ${processor}, seed ${seed}`)
    const run = (databaseUrl: string | null) => crash({ databaseUrl, kills, seed, processor, report })
    console.log(await onEngine(engine, run))
  }
}
