/** An exact number of cents, `over / under`; `under` is more than 0. */
export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

export const zero: Fraction = { over: 0n, under: 1n }

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under }

/** Rounds down; for values of 0 or more. */
export const whole = ({ over, under }: Fraction): bigint => over / under

/** Rounds half a cent up; for values of 0 or more. */
export const rounded = ({ over, under }: Fraction): number => Number((2n * over + under) / (2n * under))
