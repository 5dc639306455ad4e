import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { fewestPinDigits, mostPinDigits } from '../../src-shared/pos/staff/pin-length.ts'
import { pinWeakness } from '../../src-shared/pos/staff/weak-pin.ts'
import { type digitKeys, isDigitKey } from '../cashier/amount-entry.ts'

/** A new PIN has at least 6 digits; one chosen earlier may have 4 (src-shared/pos/staff/staff.ts). */
export const shortestPin = ({ step }: Pick<PinEntry, 'step'>): number =>
  step === 'enter' || step === 'current' ? 4 : fewestPinDigits

export type PinKey = (typeof digitKeys)[number] | 'backspace' | 'clear'
export type PinStep = 'enter' | 'current' | 'choose' | 'repeat'
const refusedWords = ['pin_wrong', 'pin_locked', 'keychain_closed', 'pin_too_short', 'pin_weak'] as const
/** What was entered is no PIN, so that it is not a try at one either. */
export type NotPin = 'scanned' | 'too_long'
export type PinTrouble = (typeof refusedWords)[number] | 'mismatch' | 'too_short' | 'failed' | NotPin

/** The PIN screens' name for a refusal by main. */
export const pinTroubleOf = (code: RefusalCode): PinTrouble =>
  refusedWords.find((one) => one === code) ?? 'failed'

/** A PIN being typed: once to enter, twice to choose, and after the current one to change it. */
export interface PinEntry {
  readonly step: PinStep
  readonly digits: string
  /** The PIN to replace; null if there is none yet. */
  readonly current: string | null
  readonly chosen: string
  readonly trouble: PinTrouble | null
}

/** The request to main when a PIN is complete. */
export type PinAsk =
  | { readonly kind: 'enter'; readonly pin: string }
  | { readonly kind: 'choose'; readonly current: string | null; readonly pin: string }

export const startPin = (step: PinStep): PinEntry => ({
  step,
  digits: '',
  current: null,
  chosen: '',
  trouble: null,
})

export function pressPin(entry: PinEntry, key: PinKey): PinEntry {
  // One digit more is kept, so that the rest of a longer number is not mistaken for a PIN.
  const isTooLong = entry.digits.length > mostPinDigits
  if (key === 'clear' || (key === 'backspace' && isTooLong)) return { ...entry, digits: '', trouble: null }
  if (key === 'backspace') return { ...entry, digits: entry.digits.slice(0, -1), trouble: null }
  if (!isDigitKey(key) || isTooLong) return entry
  const digits = entry.digits + key
  return { ...entry, digits, trouble: digits.length > mostPinDigits ? 'too_long' : null }
}

/** A scanner has typed its code here. */
export const scannedPin = (entry: PinEntry): PinEntry => ({ ...entry, digits: '', trouble: 'scanned' })

/** Handles the typed PIN: leads to the next step, or to a request to main. */
export function confirmPin(entry: PinEntry): { readonly entry: PinEntry; readonly ask: PinAsk | null } {
  const { step, digits, chosen, current } = entry
  // The Enter of a scanner may be late.
  if (digits === '' && entry.trouble === 'scanned') return { entry, ask: null }
  if (digits.length > mostPinDigits)
    return { entry: { ...entry, digits: '', trouble: 'too_long' }, ask: null }
  if (digits.length < shortestPin(entry)) return { entry: { ...entry, trouble: 'too_short' }, ask: null }
  switch (step) {
    case 'enter':
      return { entry, ask: { kind: 'enter', pin: digits } }
    case 'current':
      return { entry: { ...startPin('choose'), current: digits }, ask: null }
    case 'choose':
      if (pinWeakness(digits) !== null) {
        return { entry: { ...startPin('choose'), current, trouble: 'pin_weak' }, ask: null }
      }
      return { entry: { ...startPin('repeat'), current, chosen: digits }, ask: null }
    case 'repeat':
      if (digits === chosen) return { entry, ask: { kind: 'choose', current, pin: digits } }
      return { entry: { ...startPin('choose'), current, trouble: 'mismatch' }, ask: null }
  }
}

/**
 * Main refused: the PIN is typed again, and a change starts again with the current PIN. A correct PIN that is now too
 * short is replaced; a new PIN that is too easy to guess is chosen again.
 */
export function refusedPin(entry: PinEntry, trouble: PinTrouble): PinEntry {
  if (trouble === 'pin_too_short') return { ...startPin('choose'), current: entry.digits, trouble }
  if (trouble === 'pin_weak') return { ...startPin('choose'), current: entry.current, trouble }
  return typedAnew(entry, trouble)
}

const typedAnew = (entry: PinEntry, trouble: PinTrouble): PinEntry => ({
  ...startPin(entry.step === 'enter' || entry.current === null ? entry.step : 'current'),
  chosen: entry.step === 'repeat' && entry.current === null ? entry.chosen : '',
  trouble,
})
