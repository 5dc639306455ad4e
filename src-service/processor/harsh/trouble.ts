import { createHash } from 'node:crypto'
import type { Cents } from '../../../src-shared/money.ts'

/** What may befall one question on its way to the harsh bank and back. */
export type Trouble =
  | { readonly kind: 'none' }
  /** It never arrives. */
  | { readonly kind: 'request_lost' }
  /** It is done, and the answer is lost. */
  | { readonly kind: 'answer_lost' }
  /** It arrives after so many ms: until then nobody can find or stop it. */
  | { readonly kind: 'late'; readonly afterMs: number }
  /** The network sends it twice, and the answer is lost. */
  | { readonly kind: 'duplicated' }

export type Question = 'authorize' | 'tokenize' | 'verify' | 'capture' | 'void' | 'refund' | 'inquire'

/** Chooses what befalls the nth time that this question is asked about an order. */
export type ChooseTrouble = (question: Question, orderId: string, nth: number) => Trouble

const none: Trouble = { kind: 'none' }
const requestLost: Trouble = { kind: 'request_lost' }
const answerLost: Trouble = { kind: 'answer_lost' }

/** The latest that a gateway and its terminals are known to answer, ms. */
export const latestArrivalMs = 152_000
/** So late that even a terminal of the bank's own is no longer waited for, ms. */
const afterTheWindowMs = 400_000
/** Sooner, and it would have been answered in time, ms. */
const soonestLateMs = 33_000

/** Of a hundred questions, which number begins each trouble; the same question always meets the same. */
const shares: Readonly<Record<Question, readonly (readonly [number, (die: number) => Trouble])[]>> = {
  authorize: [
    [70, () => none],
    [77, () => requestLost],
    [85, () => answerLost],
    [94, (die) => ({ kind: 'late', afterMs: soonestLateMs + (die % (latestArrivalMs - soonestLateMs)) })],
    [100, () => ({ kind: 'duplicated' })],
  ],
  tokenize: [
    [80, () => none],
    [100, () => requestLost],
  ],
  verify: [
    [85, () => none],
    [95, () => requestLost],
    [100, () => answerLost],
  ],
  capture: [
    [80, () => none],
    [90, () => requestLost],
    [100, () => answerLost],
  ],
  void: [
    [75, () => none],
    [90, () => requestLost],
    [100, () => answerLost],
  ],
  refund: [
    [70, () => none],
    [80, () => requestLost],
    [92, () => answerLost],
    [100, (die) => ({ kind: 'late', afterMs: soonestLateMs + (die % (latestArrivalMs - soonestLateMs)) })],
  ],
  inquire: [
    [90, () => none],
    [100, () => answerLost],
  ],
}

/** The usual trouble: about three questions in ten. */
export const hashedTrouble: ChooseTrouble = (question, orderId, nth) => {
  const die = createHash('sha256').update(`${question} ${orderId} ${nth}`).digest().readUInt32BE(0)
  const percent = Math.floor(die / 7) % 100
  return shares[question].find(([below]) => percent < below)?.[1](die) ?? none
}

/** Amounts that choose what befalls their authorization, for whoever tries it by hand (docs/sandbox.md). */
const chosenByAmount: Readonly<Record<Cents, Trouble>> = {
  300100: requestLost,
  300200: answerLost,
  300300: { kind: 'late', afterMs: soonestLateMs },
  300400: { kind: 'late', afterMs: latestArrivalMs },
  300500: { kind: 'duplicated' },
  300800: { kind: 'late', afterMs: afterTheWindowMs },
}
export const troubleOfAmount = (amount: Cents): Trouble | null => chosenByAmount[amount] ?? null

/** Approved for a dollar more than was asked. */
export const overApproved: Cents = 300_600
/** Captured like any other, and rejected when its batch is settled. */
export const rejectedBySettlement: Cents = 300_700
