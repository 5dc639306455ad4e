import { beforeEach, expect, test } from 'vitest'
import { createPaymentsLook } from '../../../../../src-main/sale/numbering/compare-payments.ts'
import { createOwnReferences } from '../../../../../src-main/sale/numbering/own-references.ts'
import type { Client } from '../../../../../src-shared/api/client.ts'
import type { Numbering } from '../../../../../src-shared/pos/bill/bill.ts'
import { snapshots } from '../../../../pictures/snapshots.ts'

interface Listed {
  readonly id: string
  readonly created_at: string
  readonly reference_id: string
  readonly status: string
  readonly order_details: { readonly bill: { readonly number: string } }
}

/** Newest first. */
let listed: Listed[]
let asked: number
let numbering: Numbering
let own: Set<string>
let made: number
let knowsOwn: boolean
beforeEach(() => {
  ;[listed, asked, made] = [[], 0, 0]
  numbering = { series: 'KT', next: 1042, compared: minutesAgo(60) }
  own = new Set()
  knowsOwn = true
})

const now = Date.parse('2026-11-29T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

function pay(number: string, minutes: number): string {
  const id = `pi_${++made}`
  const reference_id = `sale_${id}`
  const created_at = minutesAgo(minutes)
  listed.unshift({ id, created_at, reference_id, status: 'captured', order_details: { bill: { number } } })
  return reference_id
}

/** Adds `count` payments of other counters. */
const payElsewhere = (count: number, minutes: number) => {
  for (let index = 0; index < count; index++) pay(`HR${1001 + index}`, minutes)
}

const client = {
  async call(_: string, { query }: { query: { limit: number; starting_after?: string } }) {
    asked += 1
    const place = listed.findIndex(({ id }) => id === query.starting_after)
    if (query.starting_after !== undefined && place < 0) {
      return { ok: false, error: { kind: 'refused', status: 400, error: { code: 'parameter_invalid' } } }
    }
    const data = listed.slice(place + 1, place + 1 + query.limit)
    const more = listed.length > place + 1 + query.limit
    const meta = { has_more: more, ...(more ? { next_cursor: data.at(-1)?.id } : {}) }
    return { ok: true, value: { data, meta } }
  },
} as unknown as Client

const lookAt = () =>
  createPaymentsLook(() => client, {
    present: () => numbering,
    isOwn: (reference) => own.has(reference),
    areOwnKnown: () => knowsOwn,
    compared(compared) {
      numbering = { ...numbering, compared }
    },
  })

test('the first comparison goes back to the last one, past payments of this run', async () => {
  pay('KT1043', 30)
  payElsewhere(120, 20)
  own.add(pay('KT1042', 1))
  numbering = { ...numbering, next: 1043 }
  expect(await lookAt()()).toBe(true)
})

test('the first comparison requests one page when there are few new payments', async () => {
  pay('KT1050', 90)
  payElsewhere(500, 80)
  pay('KT1041', 61)
  expect(await lookAt()()).toBe(false)
  expect(asked).toBe(1)
  expect(numbering.compared).toBe(minutesAgo(61))
})

test('with more payments than one comparison requests, the next one continues, and a restart begins there', async () => {
  pay('KT1043', 30)
  payElsewhere(2_100, 20)
  const look = lookAt()
  expect(await look()).toBe(false)
  expect(asked).toBe(20)
  expect(numbering.compared).toBe(minutesAgo(60))
  expect(await look()).toBe(false)
  expect(asked).toBe(40)
  // A new run that began here would have to compare again.
  expect(numbering.compared).toBe(minutesAgo(60))
  expect(await look()).toBe(true)
})

test('when a restored service has lost the newest payment, old payments do not count as new', async () => {
  for (let number = 1001; number < 1042; number++) pay(`KT${number}`, 70)
  pay('HR1001', 3)
  const look = lookAt()
  expect(await look()).toBe(false)
  listed.shift()
  expect(await look()).toBe(false)
  // A payment made after that is new.
  pay('KT1007', 1)
  expect(await look()).toBe(true)
})

test('when the payment at which to continue is gone, the comparison starts again', async () => {
  pay('KT1043', 30)
  payElsewhere(1_500, 20)
  const look = lookAt()
  expect(await look()).toBe(false)
  listed.splice(999, 1)
  expect(await look()).toBe(false)
  expect(await look()).toBe(false)
  expect(await look()).toBe(true)
})

test('without the time of a last comparison, payments are compared back to one of the series from an earlier run', async () => {
  numbering = { series: 'KT', next: 1043 }
  pay('KT1044', 300)
  payElsewhere(60, 200)
  own.add(pay('KT1042', 1))
  expect(await lookAt()()).toBe(true)
  listed.splice(listed.length - 1, 1)
  pay('KT1040', 1)
  asked = 0
  expect(await lookAt()()).toBe(false)
  expect(asked).toBe(1)
})

test('a new payment proves nothing while this run cannot remember all of its own', async () => {
  pay('KT1041', 61)
  const look = lookAt()
  expect(await look()).toBe(false)
  pay('KT1007', 1)
  knowsOwn = false
  expect(await look()).toBe(false)
  knowsOwn = true
  pay('KT1008', 1)
  expect(await look()).toBe(true)
})

test('a run knows that it has forgotten own payments until they have been compared', () => {
  const references = createOwnReferences({
    last: { kind: 'ready' },
    bill: null,
    parked: [],
    tabs: [],
    aside: [],
  })
  const sell = (id: string) => {
    const { sale } = snapshots.creating
    if (sale.kind !== 'creating') throw new Error('no sale')
    const now = { sale: { ...sale, sale: { ...sale.sale, id } }, bill: null }
    references.follow(now)
    references.follow(now)
  }
  for (let count = 0; count < 128; count++) sell(`sale_${count}`)
  expect([references.areAllKnown(), references.has('sale_0')]).toEqual([true, true])
  sell('sale_128')
  expect([references.areAllKnown(), references.has('sale_0')]).toEqual([false, false])
  references.compared()
  expect(references.areAllKnown()).toBe(true)
})
