import { parseArgs } from 'node:util'
import { processorNames } from '../../src-service/processor/open-processor.ts'
import { crash } from './crash.ts'
import { chosenEngines, onEngine } from './support/engines.ts'

/** `npm run chaos -- crash --kills=20 --seed=7 --engine=postgres --processor=harsh` */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'both' },
    processor: { type: 'string', default: 'both' },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
const report = (line: string) => console.log(`  ${line}`)

const banks = processorNames.filter((name) => values.processor === 'both' || values.processor === name)

for (const engine of chosenEngines(values.engine)) {
  for (const processor of banks) {
    console.log(`${kills} kills on ${engine} with the bank ${processor}, seed ${seed}`)
    const run = (databaseUrl: string | null) => crash({ databaseUrl, kills, seed, processor, report })
    console.log(await onEngine(engine, run))
  }
}
