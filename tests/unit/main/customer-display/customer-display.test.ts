import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCustomerDisplay } from '../../../../src-main/customer-display/customer-display.ts'
import type { DisplayPlace, Screen } from '../../../../src-main/customer-display/display-place.ts'
import { createTipQuestions } from '../../../../src-main/customer-display/tip-question.ts'
import type { DisplaySnapshot } from '../../../../src-shared/pos/customer-display/display-snapshot.ts'
import type { Settings } from '../../../../src-shared/pos/settings/settings.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../../pictures/snapshots.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const screen = (id: number): Screen => {
  const area = { x: (id - 1) * 1280, y: 0, width: 1280, height: 800 }
  return { id, bounds: area, workArea: area }
}

function displayHarness(settings: Partial<Settings> = {}, receipts: Record<string, string | null> = {}) {
  let screens = [screen(1), screen(2)]
  let changed: () => void = () => undefined
  const withSettings = (snapshot: Snapshot, more: Partial<Settings> = {}): Snapshot => ({
    ...snapshot,
    settings: { ...snapshot.settings, customer_display: 'screen', ...settings, ...more },
  })
  let present = withSettings(snapshots.ready)
  const opened: { place: DisplayPlace; sent: DisplaySnapshot[]; closed: boolean; byPerson: () => void }[] = []
  const signed: string[] = []
  const asked: string[] = []
  const display = openCustomerDisplay({
    present: () => present,
    tip: createTipQuestions(() => undefined),
    receiptAddress: async ({ intent_id, language }) => {
      asked.push(`${intent_id} ${language}`)
      return receipts[intent_id] ?? null
    },
    onSigned: (signature) => {
      signed.push(signature)
      return true
    },
    screens: {
      all: () => screens,
      cashiers: () => 1,
      onChange(listener) {
        changed = listener
        return () => {
          changed = () => undefined
        }
      },
    },
    open(place, onClosed) {
      const window = { place, sent: [] as DisplaySnapshot[], closed: false, byPerson: onClosed }
      opened.push(window)
      return {
        send: (snapshot) => void window.sent.push(snapshot),
        close: () => {
          window.closed = true
        },
      }
    },
  })
  return {
    display,
    opened,
    signed,
    asked,
    show(snapshot: Snapshot, more: Partial<Settings> = {}) {
      present = withSettings(snapshot, more)
      display.follow()
    },
    plug(...ids: readonly number[]) {
      screens = ids.map(screen)
      changed()
    },
  }
}

test('the display opens on the second screen, and receives only changes of its own view', () => {
  const { display, opened, show } = displayHarness()
  expect(opened).toHaveLength(1)
  expect(opened[0]?.place).toEqual({ bounds: screen(2).bounds, fullscreen: true })
  show(snapshots['ready-order'])
  show({ ...snapshots['ready-order'], close_asked: true, parked: snapshots['ready-parked'].parked })
  show(snapshots.approved)
  expect(opened[0]?.sent.map(({ view }) => view.kind)).toEqual(['order', 'paid'])
  expect(display.snapshot().view.kind).toBe('paid')
})

test('an unplugged screen closes the display, which opens again with current data when it is plugged in', () => {
  const { display, opened, plug, show } = displayHarness()
  plug(1)
  expect(opened).toMatchObject([{ closed: true }])
  expect(display.isShown()).toBe(false)
  show(snapshots['ready-order'])
  plug(1, 2)
  expect(opened).toHaveLength(2)
  expect(opened[1]?.closed).toBe(false)
  expect(display.snapshot().view.kind).toBe('order')
  // The screens are reported again, and the display stays in place.
  plug(1, 2)
  expect(opened).toHaveLength(2)
})

test('a display that a person closed stays closed until it is turned on again', () => {
  const { display, opened, show } = displayHarness()
  opened[0]?.byPerson()
  show(snapshots['ready-order'])
  expect(opened).toHaveLength(1)
  expect(display.isShown()).toBe(false)
  show(snapshots.ready, { customer_display: 'off' })
  show(snapshots.ready)
  expect(opened).toHaveLength(2)
})

test('a signature counts only for the sale that waits for it', () => {
  const { display, signed, show } = displayHarness()
  const { sale } = snapshots.signing
  if (sale.kind !== 'signing') throw new Error('another sale is in the picture')
  const picture = 'data:image/png;base64,AAAA'
  expect(display.sign(sale.sale.id, picture)).toBe(false)
  show(snapshots.signing)
  expect(display.sign('another', picture)).toBe(false)
  expect(display.sign(sale.sale.id, picture)).toBe(true)
  expect(signed).toEqual([picture])
})

test('only pictures of the chosen folder can be read, and no other files', async () => {
  const folder = await temporaryFolder('countertop-display-pictures')
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  for (const name of ['b.png', 'a.JPG', 'notes.txt', 'page.html']) await writeFile(join(folder, name), png)
  const { display } = displayHarness({ display_pictures: folder })
  await expect.poll(() => display.snapshot().pictures).toBe(2)
  expect(await display.picture(0)).toBe(`data:image/jpeg;base64,${png.toString('base64')}`)
  expect(await display.picture(1)).toMatch(/^data:image\/png/)
  expect(await display.picture(2)).toBeNull()
  expect(await display.picture(-1)).toBeNull()
})

test('a display whose picture folder is missing shows no pictures', async () => {
  const { display, show } = displayHarness({ display_pictures: '/nowhere/at/all' })
  show(snapshots['ready-order'])
  expect(display.snapshot()).toMatchObject({ pictures: 0, view: { kind: 'order' } })
})

/** A sale that was paid by card. */
function approved(intent_id: string): Snapshot {
  const { sale } = snapshots.approved
  if (sale.kind !== 'approved') throw new Error('another sale is in the picture')
  return { ...snapshots.approved, sale: { ...sale, sale: { ...sale.sale, intent_id, customer: null } } }
}

test('the display asks once for the address of a receipt, and shows it with its own sale', async () => {
  const url = 'https://pay.example.com/receipts/pi_1'
  const { opened, asked, show } = displayHarness({}, { pi_1: url })
  const views = () => opened[0]?.sent.map(({ view }) => view)
  show(approved('pi_1'))
  expect(views()).toMatchObject([{ kind: 'paid', receipt_url: null }])
  await expect.poll(() => views()?.at(-1)).toMatchObject({ kind: 'paid', receipt_url: url })
  show(approved('pi_1'))
  show(snapshots.ready)
  show(approved('pi_2'))
  expect(views()?.at(-1)).toMatchObject({ kind: 'paid', receipt_url: null })
  expect(asked).toEqual(['pi_1 en', 'pi_2 en'])
})

test('a receipt address that arrives after its sale is over is not shown', async () => {
  const { opened, show } = displayHarness({}, { pi_1: 'https://pay.example.com/receipts/pi_1' })
  show(approved('pi_1'))
  show(approved('pi_2'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(JSON.stringify(opened[0]?.sent)).not.toContain('receipts/pi_1')
})

test('while the display is closed, no receipt address is requested', () => {
  const { asked, show } = displayHarness({ customer_display: 'off' })
  show(approved('pi_1'))
  expect(asked).toEqual([])
})
