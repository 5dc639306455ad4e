import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClock } from '../../../../../src-service/clock.ts'
import { silentLog } from '../../../../../src-service/log.ts'
import { openPostgresStore } from '../../../../../src-service/store/postgres/postgres-store.ts'
import type { Store } from '../../../../../src-service/store/store.ts'
import { systemTimer } from '../../../../../src-service/terminals/link/socket.ts'
import { createDatabaseClock } from '../../../../../src-service/terminals/nodes/database-clock.ts'
import { createLinksOfNodes } from '../../../../../src-service/terminals/nodes/links-of-nodes.ts'
import { startTestServer, type TestServer } from '../../../../support/embedded-postgres.ts'

let server: TestServer
let databaseUrl: string
beforeAll(async () => {
  server = await startTestServer()
  databaseUrl = await server.createDatabase()
})
afterAll(() => server?.stop())

const quick = { beatMs: 50, leaseMs: 60_000, lookMs: 20 }
const patience = { timeout: 20_000, interval: 20 }

/** A node's side of the rows, without terminals: `here` are its links. */
async function openNode(
  nodeId: string,
  {
    timings = {},
    change = (store: Store): Store => store,
    host = nodeId,
  }: {
    readonly timings?: Partial<typeof quick>
    readonly change?: (store: Store) => Store
    readonly host?: string
  } = {},
) {
  const opened = await openPostgresStore({ connectionString: databaseUrl })
  const store = change(opened)
  const here = new Set<string>()
  const ended: string[] = []
  const links = createLinksOfNodes(
    { store, clock: createClock(), log: silentLog },
    {
      url: `http://${host}.example:8080`,
      nodeId,
      timings: { ...quick, ...timings },
      realTimer: systemTimer,
      isLinked: (hsn) => here.has(hsn),
      endLink(hsn) {
        ended.push(hsn)
        note(hsn, false)
      },
    },
  )
  const note = (hsn: string, linked: boolean) => {
    if (linked) here.add(hsn)
    else here.delete(hsn)
    links.note(hsn, linked)
  }
  await links.start()
  onTestFinished(async () => {
    await links.stop()
    await opened.close()
  })
  return { links, note, ended, store: opened }
}

describe('the rows of links', () => {
  test('those of a thousand terminals that dial at once are written by a few commits', async () => {
    let commits = 0
    const counted = (store: Store): Store => ({
      ...store,
      commit(set) {
        if (set.writes.some(({ kind }) => kind === 'terminal_link')) commits += 1
        return store.commit(set)
      },
    })
    const one = await openNode('crowd', { change: counted })
    const two = await openNode('onlooker')
    const hsns = Array.from({ length: 1_000 }, (_, at) => `T-${at}`)
    for (const hsn of hsns) one.note(hsn, true)
    await vi.waitFor(
      async () => expect((await two.links.linkedElsewhere(hsns)).size).toBe(hsns.length),
      patience,
    )
    expect(commits).toBeLessThan(12)
  })

  test('what could not be written is written later', async () => {
    let isDown = true
    const failing = (store: Store): Store => ({
      ...store,
      commit: (set) =>
        isDown && set.writes.some(({ kind }) => kind === 'terminal_link')
          ? Promise.reject(new Error('the database is away'))
          : store.commit(set),
    })
    const one = await openNode('unlucky', { change: failing })
    const two = await openNode('lucky')
    one.note('T-LATE', true)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await two.links.holderOf('T-LATE')).toBeNull()
    isDown = false
    await vi.waitFor(
      async () => expect(await two.links.holderOf('T-LATE')).toMatchObject({ id: 'unlucky' }),
      patience,
    )
  })
})

describe('a terminal that was linked with two nodes', () => {
  test('belongs to the later one; the earlier one’s link is ended, and its end takes nothing away', async () => {
    const one = await openNode('earlier')
    const two = await openNode('later')
    one.note('T-MOVED', true)
    await vi.waitFor(
      async () => expect(await two.links.holderOf('T-MOVED')).toMatchObject({ id: 'earlier' }),
      patience,
    )
    two.note('T-MOVED', true)
    await vi.waitFor(() => expect(one.ended).toEqual(['T-MOVED']), patience)
    expect(await one.links.holderOf('T-MOVED')).toEqual({ id: 'later', url: 'http://later.example:8080' })
    expect(two.ended).toEqual([])
    two.note('T-MOVED', false)
    await vi.waitFor(async () => expect(await one.links.holderOf('T-MOVED')).toBeNull(), patience)
  })

  test('is not taken back by a row of the earlier one that was written late', async () => {
    let isHeld = true
    const slow = (store: Store): Store => ({
      ...store,
      async list(kind, query) {
        const isOfOne = kind === 'terminal_link' && query.account_id !== undefined
        while (isOfOne && isHeld) await new Promise((resolve) => setTimeout(resolve, 10))
        return store.list(kind, query)
      },
    })
    const one = await openNode('slow', { change: slow })
    const two = await openNode('swift')
    one.note('T-RACE', true)
    await new Promise((resolve) => setTimeout(resolve, 20))
    two.note('T-RACE', true)
    await vi.waitFor(
      async () => expect(await one.links.holderOf('T-RACE')).toMatchObject({ id: 'swift' }),
      patience,
    )
    isHeld = false
    await vi.waitFor(() => expect(one.ended).toEqual(['T-RACE']), patience)
    expect(await one.links.holderOf('T-RACE')).toMatchObject({ id: 'swift' })
    expect(two.ended).toEqual([])
  })

  test('belongs to nobody once the node that has it gives no sign of life, and to the next that it dials', async () => {
    const one = await openNode('dead', { timings: { beatMs: 60_000 } })
    const two = await openNode('alive', { timings: { leaseMs: 300 } })
    one.note('T-DEAD', true)
    await vi.waitFor(
      async () => expect(await two.links.linkedElsewhere(['T-DEAD'])).toEqual(new Set()),
      patience,
    )
    await vi.waitFor(
      async () =>
        expect(await two.store.get('terminal_link', '', 'T-DEAD')).toMatchObject({
          document: { node: 'dead', linked: true },
        }),
      patience,
    )
    await vi.waitFor(async () => expect(await two.links.holderOf('T-DEAD')).toBeNull(), patience)
    two.note('T-DEAD', true)
    await vi.waitFor(
      async () => expect(await one.links.holderOf('T-DEAD')).toMatchObject({ id: 'alive' }),
      patience,
    )
  })

  test('belongs to nobody as soon as a node that was killed is started again', async () => {
    const killed = await openNode('killed', { host: 'same', timings: { beatMs: 60_000 } })
    const other = await openNode('beside')
    killed.note('T-KILLED', true)
    await vi.waitFor(
      async () => expect(await other.links.holderOf('T-KILLED')).toMatchObject({ id: 'killed' }),
      patience,
    )
    await openNode('restarted', { host: 'same' })
    await vi.waitFor(async () => expect(await other.links.holderOf('T-KILLED')).toBeNull(), patience)
  })

  test('without an address of this node nothing is written, and nobody else is known', async () => {
    const store = await openPostgresStore({ connectionString: databaseUrl })
    onTestFinished(() => store.close())
    const links = createLinksOfNodes(
      { store, clock: createClock(), log: silentLog },
      {
        ...{ url: null, nodeId: 'silent', timings: quick, realTimer: systemTimer },
        ...{ isLinked: () => false, endLink() {} },
      },
    )
    await links.start()
    links.note('T-SILENT', true)
    expect(links.nodeId).toBeNull()
    expect(await links.holderOf('T-DEAD')).toBeNull()
    await links.stop()
    expect(await store.get('terminal_link', '', 'T-SILENT')).toBeNull()
    expect(await store.get('service_node', '', 'silent')).toBeNull()
  })
})

describe('a database that was away', () => {
  const timings = { beatMs: 400, leaseMs: 1_600 }
  /** A node's store, which can be away for it alone. */
  function reachable() {
    let isAway = false
    const unlessAway = <Of extends readonly unknown[], Answer>(ask: (...of: Of) => Promise<Answer>) =>
      ((...of: Of) => (isAway ? Promise.reject(new Error('the database is away')) : ask(...of))) as never
    const change = (store: Store): Store => ({
      ...store,
      ...{ now: unlessAway(store.now), commit: unlessAway(store.commit), list: unlessAway(store.list) },
    })
    const set = (away: boolean) => {
      isAway = away
    }
    return { change, set }
  }

  test('leaves a node alive that has only not been able to give a sign of life, and no dead one', async () => {
    const [first, second] = [reachable(), reachable()]
    await openNode('waits', { change: first.change, timings })
    const two = await openNode('looks', { change: second.change, timings })
    const seen: (string | null)[] = []
    const look = async (forMs: number) => {
      const until = performance.now() + forMs
      while (performance.now() < until) {
        const found = await two.links.liveNode('waits').catch(() => undefined)
        if (found !== undefined) seen.push(found?.id ?? null)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    await look(500)
    for (const each of [first, second]) each.set(true)
    await look(2_400)
    // The one that looks is back before the other one has beaten again.
    second.set(false)
    await look(500)
    first.set(false)
    await look(1_500)
    expect(seen.length).toBeGreaterThan(20)
    expect(new Set(seen)).toEqual(new Set(['waits']))
    first.set(true)
    await vi.waitFor(async () => expect(await two.links.liveNode('waits')).toBeNull(), patience)
  }, 30_000)

  test('a node that was dead before counts for nothing meanwhile, nor afterwards', async () => {
    const [first, second] = [reachable(), reachable()]
    await openNode('died', { change: first.change, timings })
    const two = await openNode('survives', { change: second.change, timings })
    first.set(true)
    await vi.waitFor(async () => expect(await two.links.liveNode('died')).toBeNull(), patience)
    second.set(true)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await two.links.liveNode('died').catch(() => null)).toBeNull()
    second.set(false)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await two.links.liveNode('died')).toBeNull()
  }, 30_000)
})

describe('the time of the database', () => {
  test('is carried on by the monotonic clock, from the middle of the answer that came the fastest', async () => {
    let steady = 1_000
    let database = 500_000
    let way = 10
    const clock = createDatabaseClock(
      async () => {
        steady += way
        return database
      },
      () => steady,
    )
    await clock.ask()
    expect(clock.now()).toBe(500_005)
    steady += 100
    expect(clock.now()).toBe(500_105)
    // Held up for 2 s after the database has answered: by this answer its time would lag.
    database = 500_110
    way = 2_000
    await clock.ask()
    expect(clock.now()).toBe(502_105)
    database = 502_110
    way = 4
    await clock.ask()
    expect(clock.now()).toBe(502_112)
  })
})
