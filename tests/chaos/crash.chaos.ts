import { parseArgs } from 'node:util'
import { crash } from './crash.ts'
import { chosenEngines, onEngine } from './support/engines.ts'

/** `npm run chaos -- crash --kills=20 --seed=7 --engine=postgres` */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'both' },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
const report = (line: string) => console.log(`  ${line}`)

for (const engine of chosenEngines(values.engine)) {
  console.log(`${kills} kills on ${engine}, seed ${seed}`)
  console.log(await onEngine(engine, (databaseUrl) => crash({ databaseUrl, kills, seed, report })))
}
