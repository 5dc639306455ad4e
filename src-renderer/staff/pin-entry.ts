import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { fewestPinDigits, mostPinDigits } from '../../src-shared/pos/staff/pin-length.ts'
import { pinWeakness } from '../../src-shared/pos/staff/weak-pin.ts'
import { type digitKeys, isDigitKey } from '../cashier/amount-entry.ts'

/** A PIN has at least 6 digits when it is chosen, and may have 4 where it was chosen before (src-shared/pos/staff/staff.ts). */
export const shortestPin = ({ step }: Pick<PinEntry, 'step'>): number =>
  step === 'enter' || step === 'current' ? 4 : fewestPinDigits

export type PinKey = (typeof digitKeys)[number] | 'backspace' | 'clear'
export type PinStep = 'enter' | 'current' | 'choose' | 'repeat'
const refusedWords = ['pin_wrong', 'pin_locked', 'keychain_closed', 'pin_too_short', 'pin_weak'] as const
export type PinTrouble = (typeof refusedWords)[number] | 'mismatch' | 'too_short' | 'failed'

/** What a refusal by main is called where a PIN is typed. */
export const pinTroubleOf = (code: RefusalCode): PinTrouble =>
  refusedWords.find((one) => one === code) ?? 'failed'

/** A PIN as it is typed: once to enter; twice to choose; after the present one to change it. */
export interface PinEntry {
  readonly step: PinStep
  readonly digits: string
  /** The PIN that is to be replaced; null when there is none yet. */
  readonly current: string | null
  readonly chosen: string
  readonly trouble: PinTrouble | null
}

/** What to ask of main when a PIN is complete. */
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
  if (key === 'clear') return { ...entry, digits: '', trouble: null }
  if (key === 'backspace') return { ...entry, digits: entry.digits.slice(0, -1), trouble: null }
  if (!isDigitKey(key) || entry.digits.length >= mostPinDigits) return entry
  return { ...entry, digits: entry.digits + key, trouble: null }
}

/** Takes what was typed: on to the next step, or to the question for main. */
export function confirmPin(entry: PinEntry): { readonly entry: PinEntry; readonly ask: PinAsk | null } {
  const { step, digits, chosen, current } = entry
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
 * Main refused: the PIN is typed again; a change begins again with the present PIN. One that is right and too short by
 * now is replaced, and one that is guessed too easily is chosen anew.
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
