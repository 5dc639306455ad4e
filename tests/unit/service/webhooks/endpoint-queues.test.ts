import { expect, test } from 'vitest'
import {
  createEndpointQueues,
  type Ended,
  mostIdle,
} from '../../../../src-service/webhooks/endpoint-queues.ts'

interface Running {
  readonly endpoint: string
  end(how: Ended): Promise<void>
}

/** Endpoint queues whose jobs are ended by the test. */
function openQueues() {
  const running: Running[] = []
  let vacant = 0
  const queues = createEndpointQueues<string>(
    (endpoint) =>
      new Promise((resolve) => {
        const job: Running = {
          endpoint,
          async end(how) {
            running.splice(running.indexOf(job), 1)
            resolve(how)
            await new Promise((next) => setImmediate(next))
          },
        }
        running.push(job)
      }),
    () => {
      vacant += 1
    },
  )
  const add = (id: string, count: number, tenantId = `ten_${id}`, failing = false) => {
    for (let index = 0; index < count; index += 1) queues.add({ id, tenantId, failing }, id)
  }
  const of = (endpoint: string) => running.filter((job) => job.endpoint === endpoint)
  return { queues, add, of, running, vacant: () => vacant }
}

const quick: Ended = { ok: true, ms: 5 }
const slow: Ended = { ok: true, ms: 9_000 }

test('a queue begins with one job at a time, and increases to eight while its endpoint is quick', async () => {
  const { add, of } = openQueues()
  add('we_1', 26)
  const widths: number[] = []
  for (let round = 0; round < 5; round += 1) {
    widths.push(of('we_1').length)
    await of('we_1')[0]?.end(quick)
  }
  expect(widths).toEqual([1, 2, 4, 8, 8])
})

test('of very many endpoints, those with nothing to send are forgotten', async () => {
  const { queues, add, of, running } = openQueues()
  add('we_busy', 3)
  await of('we_busy')[0]?.end(quick)
  add('we_idle', 1)
  await of('we_idle')[0]?.end(quick)
  const ofTwo = queues.vacancy('we_idle')
  for (let count = 0; count < mostIdle; count += 1) {
    add(`we_${count}`, 1)
    await of(`we_${count}`)[0]?.end(quick)
  }
  // It begins with one job at a time again.
  expect(queues.vacancy('we_idle')).toBe(ofTwo / 2)
  expect(running.map(({ endpoint }) => endpoint)).toEqual(['we_busy', 'we_busy'])
})

test('a queue returns to one job at a time after a failure, and its waiting jobs go back to the store', async () => {
  const { queues, add, of } = openQueues()
  add('we_1', 20)
  for (let round = 0; round < 3; round += 1) await of('we_1')[0]?.end(quick)
  expect(of('we_1')).toHaveLength(8)
  await of('we_1')[0]?.end({ ok: false, ms: 5 })
  expect(queues.vacancy('we_1')).toBe(0)
  while (of('we_1').length > 0) await of('we_1')[0]?.end({ ok: false, ms: 5 })
  expect(queues.vacancy('we_1')).toBe(1)
})

test('endpoints that never answer take no place from one that works, however many they are', async () => {
  const { add, of, running } = openQueues()
  add('we_good', 5)
  await of('we_good')[0]?.end(quick)
  for (let index = 0; index < 100; index += 1) add(`we_dead_${index}`, 3)
  expect(running.filter(({ endpoint }) => endpoint.startsWith('we_dead'))).toHaveLength(64)
  while (of('we_good').length > 0) await of('we_good')[0]?.end(quick)
  add('we_good', 8)
  expect(of('we_good')).toHaveLength(8)
})

test('slow endpoints leave a place to a new one, however many jobs they have', async () => {
  const { add, of, running } = openQueues()
  for (let index = 0; index < 64; index += 1) add(`we_slow_${index}`, 20)
  expect(running).toHaveLength(64)
  add('we_new', 2)
  expect(of('we_new')).toHaveLength(0)
  await running[0]?.end(slow)
  expect(of('we_new')).toHaveLength(1)
  await of('we_new')[0]?.end(quick)
  expect(of('we_new')).toHaveLength(1)
})

test('slow endpoints get places in turn', async () => {
  const { add, running } = openQueues()
  for (let index = 0; index < 80; index += 1) add(`we_slow_${index}`, 20)
  const served = new Set(running.map(({ endpoint }) => endpoint))
  for (let round = 0; round < 16; round += 1) {
    await running[0]?.end(slow)
    for (const { endpoint } of running) served.add(endpoint)
  }
  expect(served.size).toBe(80)
})

test('an empty queue asks for more jobs, and a stop drops the waiting ones', async () => {
  const { queues, add, of, vacant } = openQueues()
  add('we_1', 1)
  await of('we_1')[0]?.end(quick)
  expect(vacant()).toBe(1)
  add('we_1', 5)
  const stopped = queues.stop()
  while (of('we_1').length > 0) await of('we_1')[0]?.end('skipped')
  await stopped
  expect(of('we_1')).toEqual([])
})

test('while ten thousand endpoints are dead, a new one is served at once, even after a restart', async () => {
  const { add, of, running } = openQueues()
  const dead = Array.from({ length: 10_000 }, (_, index) => `we_dead_${index}`)
  // Each takes 15 s until it is given up: with 64 places it takes 39 minutes until all had a turn.
  for (const id of dead) add(id, 1, `ten_${id}`, true)
  expect(running).toHaveLength(64)
  add('we_new', 1)
  expect(of('we_new')).toHaveLength(1)
  await running[0]?.end({ ok: false, ms: 15_000 })
  expect(running.filter(({ endpoint }) => endpoint !== 'we_new')).toHaveLength(64)
})

test('an endpoint that begins to fail gives up its place to unknown endpoints', async () => {
  const { add, of, running } = openQueues()
  for (let index = 0; index < 64; index += 1) add(`we_dead_${index}`, 1)
  for (const job of [...running]) await job.end({ ok: false, ms: 15_000 })
  for (let index = 0; index < 64; index += 1) add(`we_dead_${index}`, 1)
  expect(running).toHaveLength(64)
  add('we_new', 1)
  expect(of('we_new')).toHaveLength(1)
})

test('a tenant with slow endpoints leaves places to the others, however many it has', async () => {
  const { add, of, running } = openQueues()
  for (let index = 0; index < 1_000; index += 1) add(`we_slow_${index}`, 3, 'ten_slow')
  expect(running).toHaveLength(48)
  add('we_new', 2)
  expect(of('we_new')).toHaveLength(1)
  await of('we_new')[0]?.end(quick)
  expect(of('we_new')).toHaveLength(1)
  // The tenant's next ones take the places of those that have ended.
  await running[0]?.end(slow)
  expect(running.filter(({ endpoint }) => endpoint.startsWith('we_slow'))).toHaveLength(48)
})
