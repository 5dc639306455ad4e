import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { announcement } from '../../../../src-renderer/cashier/announcement.ts'
import en from '../../../../src-renderer/i18n/en.json'
import { moneyIn } from '../../../../src-shared/language.ts'
import { type SnapshotName, snapshots } from '../../../pictures/snapshots.ts'

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: en } } })
})

const announced = (name: SnapshotName) =>
  announcement(snapshots[name], i18next.t, (amount) => moneyIn('en', 'USD', amount))

describe('the announcement for screen readers', () => {
  test.each([
    ['approved', 'Approved. $14.81. Visa\u00a0••••\u00a01111'],
    ['declined', 'Declined. There is not enough money on this card. The card was not charged.'],
    ['checking', 'Checking. Checking whether the card was charged. Do not charge again.'],
    ['authorizing', 'Waiting for the card'],
    ['authorizing-cancelling', 'Cancelling…'],
    ['stopped-by-cashier', 'Cancelled. The card was not charged.'],
    ['stopped-voided', 'Voided. The customer does not pay $14.81.'],
    ['deciding-partial', 'Only part was approved. $5,000.00'],
  ] as const)('a screen reader announces %s', (name, words) => {
    expect(announced(name)).toBe(words)
  })

  test('when the void of a part payment was refused, a screen reader announces what the screen shows', () => {
    const undoing = { ...snapshots['deciding-partial'], bill: snapshots['bill-hand-back'].bill }
    const words = announcement(undoing, i18next.t, () => '$50.00')
    expect(words).toBe('The payment was not voided. $50.00')
  })

  test('a screen reader has an announcement for every state', () => {
    for (const name of Object.keys(snapshots) as SnapshotName[]) expect(announced(name)).toMatch(/^[A-Z]/)
  })
})
