import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../../../../src-service/store/store.ts'
import { createLiveNodes } from '../../../../../src-service/terminals/nodes/live-nodes.ts'
import { createClock } from '../../../../../src-service/time/clock.ts'
import { openSqliteStore } from '../../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const timings = { beatMs: 4_000, leaseMs: 15_000 }

let opened: Store
/** ms of the database's time, which the tests move */
let now: number
beforeEach(async () => {
  opened = openSqliteStore(join(await temporaryFolder('live-nodes'), 'service.db'))
  now = 1_000_000
  onTestFinished(() => opened.close())
})

/** A node that beats when the test says, and whose database can be made unreachable for this node alone. */
async function joinNode(id: string) {
  let isAway = false
  const unlessAway = <Of extends readonly unknown[], Answer>(ask: (...of: Of) => Promise<Answer>) =>
    ((...of: Of) => (isAway ? Promise.reject(new Error('the database is away')) : ask(...of))) as never
  const nodes = createLiveNodes(
    {
      store: { ...opened, commit: unlessAway(opened.commit), list: unlessAway(opened.list) },
      clock: createClock(),
    },
    {
      self: { id, url: `http://${id}.example:8080` },
      time: { now: () => now, ask: unlessAway(async () => now) },
      timings,
    },
  )
  await nodes.join()
  return {
    /** Beats and reads the others, as a node does again and again; what fails is tried at the next turn. */
    async turn() {
      await nodes.beat().catch(() => {})
      await nodes.refresh().catch(() => {})
    },
    setAway(away: boolean) {
      isAway = away
    },
    /** Whether the other node counts as live; unknown while it cannot be read. */
    seesLive: (other: string) =>
      nodes.find(other).then(
        (found) => found !== null,
        () => 'unknown' as const,
      ),
  }
}
type TestNode = Awaited<ReturnType<typeof joinNode>>

/** Lets the nodes take their turns for this long, and returns what each look after a turn has seen. */
async function pass<Seen>(
  forMs: number,
  nodes: readonly TestNode[],
  look: () => Promise<Seen>,
): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const until = now + forMs; now < until; ) {
    now += timings.beatMs
    for (const node of nodes) {
      await node.turn()
      seen.push(await look())
    }
  }
  return seen
}

describe('a database that was unreachable', () => {
  test('does not make a live node count as dead for missing heartbeats, but a dead node does', async () => {
    const waits = await joinNode('waits')
    const looks = await joinNode('looks')
    const look = () => looks.seesLive('waits')
    expect(await pass(8_000, [waits, looks], look)).not.toContain(false)
    for (const each of [waits, looks]) each.setAway(true)
    const meanwhile = await pass(24_000, [waits, looks], look)
    // The node that looks reaches the database before the other one has sent its heartbeat.
    looks.setAway(false)
    meanwhile.push(...(await pass(4_000, [waits, looks], look)))
    waits.setAway(false)
    // Its heartbeat comes at the end of its turn.
    now += timings.beatMs - 1
    meanwhile.push(await look())
    expect(meanwhile).not.toContain(false)
    const afterwards = await pass(24_000, [waits, looks], look)
    expect(new Set(afterwards)).toEqual(new Set([true]))

    waits.setAway(true)
    expect((await pass(24_000, [waits, looks], look)).at(-1)).toBe(false)
  })

  test('does not make a dead node count as alive, neither meanwhile nor afterwards', async () => {
    const died = await joinNode('died')
    const survives = await joinNode('survives')
    const look = () => survives.seesLive('died')
    died.setAway(true)
    expect((await pass(24_000, [survives], look)).at(-1)).toBe(false)
    survives.setAway(true)
    const meanwhile = await pass(24_000, [survives], look)
    survives.setAway(false)
    expect([...meanwhile, ...(await pass(24_000, [survives], look))]).not.toContain(true)
  })
})
