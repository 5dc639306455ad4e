import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { peopleScenes } from '../../pictures/people-scenes.ts'
import { snapshots, tabs } from '../../pictures/snapshots.ts'
import { answerWith } from '../../pictures/support/fake-bridge.ts'
import { bill, cardTender } from '../../unit/shared/pos/returns/arbitrary-bill.ts'
import { fits, overflow } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

const longName = 'Maximilienne-Alexandrine de La Rochefoucauld-Doudeauville'
const widths = [360, 1024] as const

test('the bar of tabs is as wide as the window, even with very long customer names', async ({ host }) => {
  const { page } = host
  const named = tabs.troubled.map((tab) => ({
    ...tab,
    sale: { ...tab.sale, note: longName, tab: { name: longName, stage: 'opening' as const } },
  }))
  const { ready } = snapshots
  const snapshot = { ...ready, settings: { ...ready.settings, tabs: true }, tabs: named }
  for (const width of widths) {
    await host.show(snapshot, { width, height: 740 })
    const bar = page.getByRole('list', { name: 'Tabs' })
    await expect(bar.getByRole('button', { name: longName }).first()).toBeVisible()
    expect(await bar.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  }
})

test('a paid sale is no wider than the window, even with a very long word in its note', async ({ host }) => {
  const { page } = host
  const note = `מזכרת ${'x'.repeat(150)}`
  const { 'bill-paid': paid, approved } = snapshots
  if (approved.sale.kind !== 'approved') throw new Error('a card has paid')
  const card = { ...approved, sale: { ...approved.sale, sale: { ...approved.sale.sale, note } } }
  const cash = { ...paid, bill: { ...paid.bill, note } }
  for (const snapshot of [cash, card])
    for (const width of widths) {
      await host.show(snapshot, { width, height: 740 })
      await expect(page.getByText(note.slice(0, 40)).first()).toBeVisible()
      expect(await overflow(page)).toEqual(fits)
    }
})

test('in the list of sales, a tender is never separated from its last digits by a line break', async ({
  host,
}) => {
  const { page } = host
  const american = cardTender('b', 3_000)
  const tenders = [
    cardTender('a', 3_000),
    { ...american, payment: { ...american.payment, brand: 'american express', last_four: '4444' } },
  ]
  const sold = { bill: bill({ tenders }), closed_at: '2026-11-21T14:06:00.000Z', returns: [] }
  for (const width of widths) {
    await host.show(snapshots.ready, { width, height: 740 })
    await answerWith(page, { replies: { 'sales.recent': [sold] } })
    await page.keyboard.press('F12')
    const row = page.getByRole('button', { name: 'KT1042' })
    const parted = () =>
      row.evaluate((button) => {
        const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
        const texts: Node[] = []
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node)
        return texts.flatMap((node) =>
          [...(node.textContent ?? '').matchAll(/\p{L}+\s••••\s\d{4}/gu)].flatMap(({ index, 0: name }) => {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + name.length)
            const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
            return [{ name: name.replaceAll('\u00a0', ' '), rows }]
          }),
        )
      })
    await expect.poll(parted).toEqual([
      { name: 'Visa •••• 1111', rows: 1 },
      { name: 'Amex •••• 4444', rows: 1 },
    ])
  }
})

test('in the bar at the top, long names of the shop, the terminal and the person cover nothing', async ({
  host,
}) => {
  const { page } = host
  const { snapshot } = peopleScenes['sign-in']
  const { people } = snapshot.staff
  const { terminal } = snapshot
  if (people?.present == null || terminal.kind === 'none') throw new Error('nobody is signed in')
  const named: Snapshot = {
    ...snapshot,
    merchant_name: `${longName} & Daughters, Antiquarian Booksellers of Old Portsmouth`,
    terminal: { ...terminal, name: 'Second floor, rare books and manuscripts, counter 14' },
    staff: { ...snapshot.staff, people: { ...people, present: { ...people.present, name: longName } } },
  }
  await host.show(named)
  for (const width of [390, 800, 1024, 1240, 1280, 1366])
    for (const language of ['en', 'es', 'fr'] as const) {
      await host.change(named, { width, language })
      const covered = await page.locator('header').evaluate((bar) => {
        const parts = [...bar.children].flatMap((part) => (part.matches('p') ? [part] : [...part.children]))
        const boxes = parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width > 0)
        return boxes.flatMap((one, index) =>
          boxes
            .slice(index + 1)
            .filter((other) => {
              const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
              const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
              return across > 1 && down > 1
            })
            .map((other) => `${one.left}–${one.right} and ${other.left}–${other.right}`),
        )
      })
      expect(covered, `${language}, ${width} px`).toEqual([])
      expect(await overflow(page), `${language}, ${width} px`).toEqual(fits)
    }
})
