import { useRef, useState } from 'react'
import { useActingOnDigits } from '../keyboard/first-digit.ts'
import { isRestOfNumber } from '../keyboard/lost-digits.ts'
import { type KeyMap, useKeys } from '../keyboard/use-keys.ts'
import { useKeysTypedAhead } from '../keyboard/use-keys-ahead.ts'
import { run, useRunning } from '../stores/command-store.ts'
import { useEntryStore } from '../stores/entry-store.ts'
import { idAtCounter, useSnapshot } from '../stores/snapshot-store.ts'
import { type AmountKey, digitKeys, isAmountKey, pressKey } from './amount-entry.ts'
import { forgetPayAhead, payAhead, typeAhead, type WayAhead } from './pay-ahead.ts'

/**
 * What does not leave a screen that has just appeared: Escape, which may have been meant to cancel the payment, or also
 * Enter and the button.
 */
export type Resting = 'none' | 'escape' | 'all'

/**
 * Leaves the finished sale, by its button or a key. The next customer's amount may be typed at once: none of its keys
 * is lost or affects the sale that is being left.
 */
export function useNewSale(resting: Resting): { readonly newSale: () => void; readonly leaving: boolean } {
  /** One press leaves only this one, not the next. */
  const ended = useSnapshot(idAtCounter)
  const [left, setLeft] = useState<string | null>(null)
  /** The same for keys that arrive before the screen is drawn again: until it is left, Enter leaves it. */
  const leftNow = useRef<string | null>(null)
  const finishing = useRunning('sale.finish')
  // Main's answer may arrive before the snapshot with the next counter.
  const leaving = finishing || (left !== null && left === ended)
  const leave = async () => {
    if (leaving) return
    setLeft(ended)
    leftNow.current = ended
    if ((await run('sale.finish', undefined)) === null) return
    setLeft(null)
    leftNow.current = null
    forgetPayAhead()
  }
  const newSale = () => void leave()
  /** Whether the amount has keys from before this screen, which shows none of them: the counter shows it first. */
  const isUnseen = useRef(false)
  // Typed before this screen was there: kept for the next sale, but this screen, with the change to give, is seen first.
  useKeysTypedAhead((key) => {
    if (!isAmountKey(key)) return
    addToNext(key)
    isUnseen.current = true
  })
  const typed = () => leftNow.current === ended && hasTyped()
  const type = (key: AmountKey) => {
    if (key === 'clear') isUnseen.current = false
    typeAhead(key)
  }
  const pay = (way: WayAhead) => {
    if (!isUnseen.current) payAhead(way)
  }
  useActingOnDigits()
  useKeys(newSaleKeys(resting, { typed, type, newSale, pay }))
  return { newSale, leaving: leaving || resting === 'all' }
}

/** Whatever is on its way to main concerns the sale that has ended. */
const addToNext = (key: AmountKey): void =>
  useEntryStore.setState(({ amount }) => ({ amount: pressKey(amount, key) }))

const hasTyped = (): boolean => useEntryStore.getState().amount > 0

interface NextSale {
  /** Whether any of the next amount has been typed on this screen. */
  readonly typed: () => boolean
  readonly type: (key: AmountKey) => void
  readonly newSale: () => void
  readonly pay: (way: WayAhead) => void
}

/**
 * A digit is never a repeat of the press that paid, so it starts the next sale at once, unless the screen has come in the
 * middle of a number. The keys after it belong to the next sale's counter, which is about to appear.
 */
export function newSaleKeys(resting: Resting, { typed, type, newSale, pay }: NextSale): KeyMap {
  const begin = (digit: AmountKey) => () => {
    if (isRestOfNumber()) return
    type(digit)
    newSale()
  }
  const next =
    (then: () => void, otherwise: () => void = () => undefined) =>
    () =>
      typed() ? then() : otherwise()
  const leave = resting === 'all' ? undefined : newSale
  return {
    ...Object.fromEntries(digitKeys.map((digit) => [digit, begin(digit)])),
    backspace: next(() => type('backspace')),
    delete: next(() => type('clear')),
    escape: next(() => type('clear'), resting === 'none' ? newSale : undefined),
    enter: next(() => pay('card'), leave),
    f2: next(() => pay('manual')),
    f5: next(() => pay('link')),
    f8: next(() => pay('cash')),
    f9: next(() => pay('split')),
    f11: next(() => pay('tab')),
  }
}
