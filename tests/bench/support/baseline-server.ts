import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { openBaselineStore } from './baseline-store.ts'
import { createTemplates, type Ids } from './filled-template.ts'
import type { RecordedLoop } from './recorded-loop.ts'

/**
 * The baseline for the service: bare Fastify that writes the rows that the service wrote in a recording
 * (recorded-loop.ts), into the same tables and indexes, by the same statements, in the same number of commits, one
 * after another, and equally durable. Commits that wait together share a transaction or a statement, as in the service.
 * It makes new ids and the JSON of every document and answer, and its answers are as large.
 *
 * It leaves out everything else: keys, validation, idempotency, limits, every read before a write, every decision, the
 * vault, the bank (its books too, on SQLite), and marking events as published. Times and references are those of the
 * recording.
 *
 * Arguments: the recording's file, and a folder for SQLite or the address of a PostgreSQL database.
 */
const [recording = '', place = ''] = process.argv.slice(2)
const loop = JSON.parse(readFileSync(recording, 'utf8')) as RecordedLoop
const templateOf = createTemplates(loop.ids)
const store = await openBaselineStore(place)

/** Ids that a later request names or writes again are derived from the loop's number; the others are counted up. */
const stepsWith = loop.ids.map((id) =>
  loop.steps.flatMap((step, at) => (JSON.stringify(step).includes(id) ? [at] : [])),
)
const idsIn = loop.steps.map((_, step) =>
  loop.ids.flatMap((id, at) => {
    const within = stepsWith[at] ?? []
    const prefix = id.slice(0, id.indexOf('_') + 1)
    return within.includes(step) ? [{ at, prefix, isShared: within.length > 1 }] : []
  }),
)
let loops = 0
let others = 0
const digits = (number: number, length: number) => number.toString(36).padStart(length, '0')
function idsOf(step: number, number: number): Ids {
  const ids: string[] = []
  for (const { at, prefix, isShared } of idsIn[step] ?? [])
    ids[at] = `${prefix}${digits(isShared ? number : ++others, 22)}${digits(at, 4)}`
  return ids
}
/** The loop of an id in a path. */
const loopOf = (id: string): number => Number.parseInt(id.slice(id.indexOf('_') + 1, -4), 36)

const steps = loop.steps.map(({ commits, reply }) => ({
  commits: commits.map((runs) =>
    runs.map(({ sql, values }) => ({ sql, values: values.map((value) => templateOf(value)) })),
  ),
  reply: templateOf(reply),
}))

async function run(step: number, number: number): Promise<unknown> {
  const ids = idsOf(step, number)
  const { commits, reply } = steps[step] ?? { commits: [], reply: () => '' }
  for (const runs of commits)
    await store.commit(runs.map(({ sql, values }) => ({ sql, values: values.map((fill) => fill(ids)) })))
  return reply(ids)
}

const server = Fastify()
server.addHook('onSend', async (_, reply) => void reply.type('application/json'))
server.post('/payment_intents', () => run(0, ++loops))
type ById = { Params: { id: string } }
server.get<ById>('/payment_intents/:id', ({ params }) => store.intent(params.id))
server.post<ById>('/payment_intents/:id/payments', ({ params }) => run(1, loopOf(params.id)))
server.post<ById>('/payment_intents/:id/capture', ({ params }) => run(2, loopOf(params.id)))
server.post<ById>('/payments/:id/refunds', ({ params }) => run(3, loopOf(params.id)))
const url = await server.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ event: 'ready', url }))
