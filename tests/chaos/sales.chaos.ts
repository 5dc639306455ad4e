import { parseArgs } from 'node:util'
import { chaosSales } from './sales/sales.ts'
import { chosenEngines, chosenProcessors, onEngine } from './support/engines.ts'

/** `npm run chaos -- sales --sales=1000 --counters=6 --seed=7 --engine=postgres --processor=harsh` */
const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '1000' },
    counters: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'sqlite' },
    processor: { type: 'string', default: 'sandbox' },
  },
})
const options = {
  sales: Number(values.sales),
  counters: Number(values.counters),
  seed: Number(values.seed),
  report: (line: string) => console.log(`  ${line}`),
}

for (const engine of chosenEngines(values.engine)) {
  for (const processor of chosenProcessors(values.processor)) {
    console.log(
      `${options.sales} sales on ${options.counters} counters and ${engine} with the bank ${processor}, seed ${options.seed}`,
    )
    console.log(await onEngine(engine, (databaseUrl) => chaosSales({ ...options, databaseUrl, processor })))
  }
}
