import type { Cents } from '../../money.ts'

/** The rounding of cash in cents: 1 where pennies are in use, 5 where they are not (Canada). */
export const cashSteps = [1, 5] as const
export type CashStep = (typeof cashSteps)[number]

/** The shop's rounding: its setting, or else the smallest coin; Canada has no pennies. */
export const cashStepIn = (
  currency: string,
  { cash_step }: { readonly cash_step: CashStep | null },
): CashStep => cash_step ?? (currency === 'CAD' ? 5 : 1)

/** `balance` rounded to the nearest step for cash; with step 5, 2 cents are dropped and 3 are rounded up. */
export const cashDue = (balance: Cents, step: CashStep): Cents =>
  Number(((BigInt(balance) + BigInt(step >> 1)) / BigInt(step)) * BigInt(step))

export interface CashTaken {
  /** The part of the bill that is paid. */
  readonly amount: Cents
  /** What rounding added to the amount or took off: amount + rounding stays in the drawer. */
  readonly rounding: Cents
  readonly change: Cents
}

/**
 * What `tendered` cash pays of a balance: all of it, with change, or an unrounded part.
 * @returns null if it pays nothing, or needs coins that do not exist.
 */
export function takeCash(balance: Cents, tendered: Cents, step: CashStep): CashTaken | null {
  if (balance <= 0 || tendered % step !== 0) return null
  const due = cashDue(balance, step)
  if (tendered >= due) return { amount: balance, rounding: due - balance, change: tendered - due }
  return tendered === 0 ? null : { amount: tendered, rounding: 0, change: 0 }
}

/** Notes, in cents. Customers rarely hand over more than a few kinds of them. */
const notes: readonly Cents[] = [500, 1_000, 2_000, 5_000, 10_000]

/** Likely amounts of cash: the exact one, then the next multiple of each note. */
export function quickAmounts(due: Cents): readonly Cents[] {
  const rounded = notes.map((note) => Math.ceil(due / note) * note)
  return [...new Set([due, ...rounded])].filter((amount) => amount > 0 && Number.isSafeInteger(amount))
}
