import { parseArgs } from 'node:util'
import { startTestServer } from '../support/embedded-postgres.ts'
import { crash } from './crash.ts'

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
const say = (line: string) => console.log(`  ${line}`)

console.log(`${kills} kills on each engine, seed ${seed}`)
if (values.engine !== 'postgres') {
  console.log('SQLite')
  console.log(await crash({ databaseUrl: null, kills, seed, say }))
}
if (values.engine !== 'sqlite') {
  console.log('PostgreSQL')
  const server = await startTestServer()
  const databaseUrl = await server.createDatabase()
  console.log(await crash({ databaseUrl, kills, seed, say }))
  await server.dropDatabase(databaseUrl)
  await server.stop()
}
