import type { Cents } from '../../money.ts'

/** To how many cents a sum in cash is rounded: 1 where pennies are in use, 5 where they are gone (Canada). */
export const cashSteps = [1, 5] as const
export type CashStep = (typeof cashSteps)[number]

/** What a shop rounds to: what somebody chose, else the smallest coin; Canada has no cents. */
export const cashStepIn = (
  currency: string,
  { cash_step }: { readonly cash_step: CashStep | null },
): CashStep => cash_step ?? (currency === 'CAD' ? 5 : 1)

/** What is to be paid of `balance` in cash, to the nearest step; 2 cents of 5 are let go, 3 are made up. */
export const cashDue = (balance: Cents, step: CashStep): Cents =>
  Number(((BigInt(balance) + BigInt(step >> 1)) / BigInt(step)) * BigInt(step))

export interface CashTaken {
  /** Of the bill. */
  readonly amount: Cents
  /** What rounding added to the amount, or took off it: amount + rounding stays in the drawer. */
  readonly rounding: Cents
  readonly change: Cents
}

/**
 * What handing over `tendered` pays of a balance: all of it with change, or a part, which is not rounded.
 * @returns null where it pays nothing, or cannot be handed over because there are no pennies.
 */
export function takeCash(balance: Cents, tendered: Cents, step: CashStep): CashTaken | null {
  if (balance <= 0 || tendered % step !== 0) return null
  const due = cashDue(balance, step)
  if (tendered >= due) return { amount: balance, rounding: due - balance, change: tendered - due }
  return tendered === 0 ? null : { amount: tendered, rounding: 0, change: 0 }
}

/** Notes, cents. What a customer hands over is rarely made of more than a few kinds of them. */
const notes: readonly Cents[] = [500, 1_000, 2_000, 5_000, 10_000]

/** The sums that a customer is likely to hand over: the exact one, then the next that notes of one kind make. */
export function quickAmounts(due: Cents): readonly Cents[] {
  const rounded = notes.map((note) => Math.ceil(due / note) * note)
  return [...new Set([due, ...rounded])].filter((amount) => amount > 0 && Number.isSafeInteger(amount))
}
