import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPostgresStore } from '../../../../../src-service/store/postgres/postgres-store.ts'
import type { Store } from '../../../../../src-service/store/store.ts'
import { systemTimer } from '../../../../../src-service/terminals/link/socket.ts'
import { createDatabaseClock } from '../../../../../src-service/terminals/nodes/database-clock.ts'
import { createLinksOfNodes } from '../../../../../src-service/terminals/nodes/links-of-nodes.ts'
import { createClock } from '../../../../../src-service/time/clock.ts'
import { startTestServer, type TestServer } from '../../../../support/embedded-postgres.ts'
import { silentLog } from '../../../../support/silent-log.ts'

let server: TestServer
let databaseUrl: string
beforeAll(async () => {
  server = await startTestServer()
  databaseUrl = await server.createDatabase()
})
afterAll(() => server?.stop())

const quick = { beatMs: 50, leaseMs: 60_000, lookMs: 20 }
const patience = { timeout: 60_000, interval: 20 }

/** The part of a node that keeps the rows of links, without terminals; `here` holds the hsns linked with this node. */
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
  test('rows of a thousand terminals that dial at once are written in a few commits', async () => {
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

  test('a row that could not be written is written later', async () => {
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
  test("is linked with the later node; the earlier node ends its link without removing the later one's row", async () => {
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

  test("stays with the later node when the earlier node's row is written late", async () => {
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

  test('has no link once its node sends no heartbeat, until it dials another node', async () => {
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

  test('has no link as soon as its killed node is started again', async () => {
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

  test('without an address of its own, a node writes no row and knows no other nodes', async () => {
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

describe('the time of the database', () => {
  test('is derived from the monotonic clock, based on the middle of the fastest answer', async () => {
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
    // The answer was held up for 2 s: a time based on it would be late.
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
