import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultSettings } from '../../../../src-main/settings/settings.ts'
import { createPublisher } from '../../../../src-main/snapshot/publisher.ts'
import { layOut } from '../../../../src-main/windows/layout.ts'
import { closedStaffAreas, idleCounter, nothingToSell } from '../../../../src-shared/pos/at-start.ts'
import { type Snapshot, snapshotSchema } from '../../../../src-shared/pos/snapshot.ts'
import { unknownContact } from '../../../../src-shared/receipt/shop-contact.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

test('changes made at the same moment are sent as one snapshot, with a higher revision', async () => {
  const sent: Snapshot[] = []
  const publisher = createPublisher(
    {
      merchant_name: 'A',
      merchant_contact: unknownContact,
      program_changeable: false,
      training: true,
      currency: 'USD',
      service: { kind: 'starting' },
      terminal: { kind: 'none' },
      settings: defaultSettings('en'),
      ...idleCounter,
      selling: nothingToSell,
      links: [],
      unreadable_links: 0,
      close_asked: false,
      ...closedStaffAreas,
    },
    (snapshot) => void sent.push(snapshot),
  )
  publisher.update({ merchant_name: 'B' })
  publisher.update({ service: { kind: 'ready' } })
  expect(sent).toEqual([])
  await Promise.resolve()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ merchant_name: 'B', service: { kind: 'ready' } })
  publisher.update({ merchant_name: 'C' })
  await Promise.resolve()
  expect(sent[1]?.revision).toBeGreaterThan(sent[0]?.revision ?? 0)
  expect(snapshotSchema.parse(sent[1])).toEqual(sent[1])
})

test('the state before the end of a payment is held back briefly, and sent only if the end does not follow', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const sent: Snapshot['sale'][] = []
  const { sale, ...others } = snapshots.authorizing
  const publisher = createPublisher({ ...others, sale }, (snapshot) => void sent.push(snapshot.sale))
  const aboutToEnd = { ...snapshots.authorizing.sale, step: 'approved', payment: null } as Snapshot['sale']
  publisher.update({ sale: aboutToEnd })
  await vi.advanceTimersByTimeAsync(40)
  expect(sent).toEqual([])
  publisher.update({ sale: snapshots.approved.sale })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([snapshots.approved.sale])
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toHaveLength(1)

  publisher.update({ sale: aboutToEnd })
  await vi.advanceTimersByTimeAsync(30)
  publisher.update({ merchant_name: 'Another' })
  await vi.advanceTimersByTimeAsync(19)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent.at(-1)).toEqual(aboutToEnd)
  expect(sent).toHaveLength(2)
})

test('on screens of any size, the windows are side by side within the screen', () => {
  for (const [width, height] of [
    [1920, 1080],
    [1366, 768],
    [1280, 720],
    [1024, 600],
  ] as const) {
    const area = { x: 0, y: 24, width, height: height - 24 }
    const { pos, terminal } = layOut(area, true)
    for (const place of [pos, terminal]) {
      expect(place.x).toBeGreaterThanOrEqual(0)
      expect(place.y).toBeGreaterThanOrEqual(24)
      expect(place.x + place.width).toBeLessThanOrEqual(width)
      expect(place.y + place.height).toBeLessThanOrEqual(height)
    }
    if (width >= 1100) expect(terminal.x).toBeGreaterThanOrEqual(pos.x + pos.width)
  }
})
