import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { follow } from './followed.ts'
import { holdReads } from './other-node.ts'
import { type Node, startTwoNodes, type TwoNodes } from './two-nodes.ts'

/** Events of a terminal at two nodes that can reach each other, with a link that moves between them. */
let nodes: TwoNodes
let one: Node
let two: Node
beforeAll(async () => {
  nodes = await startTwoNodes()
  ;({ one, two } = nodes)
})
afterAll(() => nodes?.stop())

const patience = { timeout: 60_000, interval: 100 }
const isWith = async (node: Node, hsn: string) =>
  vi.waitFor(async () => {
    const row = await one.app.services.store.get<{ node: string; linked: boolean }>('terminal_link', '', hsn)
    const others = await node.run('ping', { hsn }, { headers: { 'x-node-hop': '1' } })
    expect(row?.document.linked).toBe(true)
    expect(others.body.connected).toBe(true)
  }, patience)

async function charge(node: Node, hsn: string, sessionKey: string): Promise<void> {
  const { body } = await one.send('/payment_intents', { body: { amount: 1234 } })
  const sold = await node.run('auth_card', { hsn, payment_intent_id: body.id }, { sessionKey })
  expect(sold.body).toMatchObject({ payment_intent_id: body.id, status: 'captured' })
}

describe('followers of a terminal that is linked with another node', () => {
  test('they get its link, the steps of its commands, and the end of their session by force', async () => {
    const hsn = 'VT-FOLLOWED'
    await one.plug(hsn)
    await isWith(one, hsn)
    const sessionKey = await two.connect(hsn)
    const followed = await follow(two, hsn, sessionKey)
    expect(followed.status).toBe(200)
    await vi.waitFor(() => expect(followed.seen).toEqual(['link true']), patience)
    await charge(two, hsn, sessionKey)
    await vi.waitFor(
      () => expect(followed.seen.some((each) => each.startsWith('progress'))).toBe(true),
      patience,
    )
    await two.connect(hsn, true)
    expect(await followed.ended).toBe('ended')
    expect(followed.seen.at(-1)).toBe('session force')
  })

  test('followers who leave before their stream begins do not count against the limit', async () => {
    const hsn = 'VT-LEFT'
    await one.plug(hsn)
    await isWith(one, hsn)
    const sessionKey = await one.connect(hsn)
    const controller = new AbortController()
    const headers = { ...one.headers, 'x-session-key': sessionKey, 'last-event-id': '' }
    const url = `${one.url}/terminals/processor/events?hsn=${hsn}`
    const first = await fetch(url, { headers, signal: controller.signal })
    for await (const chunk of first.body ?? []) {
      headers['last-event-id'] = /^id: (.+)$/m.exec(String(Buffer.from(chunk)))?.[1] ?? ''
      if (headers['last-event-id'] !== '') break
    }
    const reads = holdReads(one, 'terminal_session')
    onTestFinished(reads.letGo)
    // As many as a key may follow at once. They have missed no event, so nothing is written to them.
    const asked = Array.from({ length: 100 }, () =>
      fetch(url, { headers, signal: controller.signal }).catch(() => 'left'),
    )
    await expect.poll(reads.held, patience).toBe(100)
    controller.abort()
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['left']))
    await new Promise((resolve) => setTimeout(resolve, 300))
    reads.letGo()
    await vi.waitFor(
      async () => {
        const followed = await follow(one, hsn, sessionKey)
        followed.leave()
        expect(followed.status).toBe(200)
      },
      { ...patience, interval: 200 },
    )
  })

  test('their streams end when the node that forwards them stops', async () => {
    const hsn = 'VT-STOPS'
    await one.plug(hsn)
    await isWith(one, hsn)
    const third = await nodes.open()
    const followed = await follow(third, hsn, await third.connect(hsn))
    const began = performance.now()
    await third.stop()
    await followed.ended
    // After so long a stop cuts off the requests that still run.
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe('a terminal whose link moves to another node', () => {
  test('its followers are disconnected, and reach the new node when they reconnect, as commands do', async () => {
    const hsn = 'VT-MOVING'
    await one.plug(hsn)
    await isWith(one, hsn)
    const sessionKey = await two.connect(hsn)
    const there = await follow(one, hsn, sessionKey)
    const through = await follow(two, hsn, sessionKey)
    await vi.waitFor(() => expect([...there.seen, ...through.seen]).toHaveLength(2), patience)
    // The terminal dials the other node; the first node has not noticed that its own connection is dead.
    await two.plug(hsn)
    expect(await Promise.all([there.ended, through.ended])).toEqual(['ended', 'ended'])
    await isWith(two, hsn)
    const again = await follow(one, hsn, sessionKey)
    await vi.waitFor(() => expect(again.seen).toEqual(['link true']), patience)
    await charge(one, hsn, sessionKey)
    await vi.waitFor(() => expect(again.seen.length).toBeGreaterThan(1), patience)
    again.leave()
    const ping = await one.run('ping', { hsn }, { headers: { 'x-node-hop': '1' } })
    expect(ping.body.connected).toBe(false)
  })

  test('a follower who came while the terminal had no link is disconnected when a node links it again', async () => {
    const hsn = 'VT-ASKED'
    await one.plug(hsn, { script: 'silent' })
    await isWith(one, hsn)
    const sessionKey = await two.connect(hsn)
    const asked = two.run('read_confirmation', { hsn, prompt: 'Is it?' }, { sessionKey })
    await vi.waitFor(
      async () => expect((await two.run('ping', { hsn }, { sessionKey })).body.busy).toBe(true),
      patience,
    )
    await one.unplug(hsn)
    expect((await asked).body.error.code).toBe('terminal_not_connected')
    // The terminal has no link: this follower stays with the node that it connected to.
    await vi.waitFor(
      async () => expect((await two.run('ping', { hsn }, { sessionKey })).body.connected).toBe(false),
      patience,
    )
    const waiting = await follow(two, hsn, sessionKey)
    await vi.waitFor(() => expect(waiting.seen).toEqual(['link false']), patience)
    await one.plug(hsn)
    expect(await waiting.ended).toBe('ended')
    const again = await follow(two, hsn, sessionKey)
    await vi.waitFor(() => expect(again.seen).toEqual(['link true']), patience)
    again.leave()
  })

  test('a follower whose session was ended at another node gets no events of later sessions', async () => {
    const hsn = 'VT-HANDED-ON'
    await one.plug(hsn)
    await isWith(one, hsn)
    const followed = await follow(one, hsn, await one.connect(hsn))
    await one.unplug(hsn)
    await vi.waitFor(() => expect(followed.seen).toEqual(['link true', 'link false']), patience)
    await vi.waitFor(
      async () => expect((await two.run('ping', { hsn })).body.connected).toBe(false),
      patience,
    )
    // The terminal has no link: the other node ends the session by itself.
    expect((await two.run('release', { hsn }, { headers: { 'x-node-hop': '1' } })).status).toBe(200)
    await one.plug(hsn)
    await isWith(one, hsn)
    const ended = await Promise.race([followed.ended, new Promise((resolve) => setTimeout(resolve, 5_000))])
    expect(ended).toBe('ended')
    expect(followed.seen.at(-1)).toBe('session disconnect')
  })

  test('a lost link counts for no node, and a node that stops has no links', async () => {
    const hsn = 'VT-GONE'
    const third = await nodes.open()
    await third.plug(hsn)
    await isWith(third, hsn)
    const details = async () => {
      const { body } = await one.run('terminal_details', { merchant_id: one.app.sandbox?.merchant_id })
      return body.terminal_details.find((each: { hsn: string }) => each.hsn === hsn).connected
    }
    expect(await details()).toBe(true)
    await third.unplug(hsn)
    await vi.waitFor(async () => expect(await details()).toBe(false), patience)
    await third.plug(hsn)
    await vi.waitFor(async () => expect(await details()).toBe(true), patience)
    await third.stop()
    expect(await details()).toBe(false)
  })
})
