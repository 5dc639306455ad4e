import type { BankData } from '../payment-source.ts'

/** The outcome of a debit: it clears, is returned with a code, or stays pending. */
export type DebitFate =
  | { readonly kind: 'clears' }
  | { readonly kind: 'returned'; readonly code: string }
  | { readonly kind: 'pending' }

/** Account numbers of Stripe's test tables, with the same meaning. */
const knownAccounts: Readonly<Record<string, DebitFate>> = {
  '000222222227': { kind: 'returned', code: 'R01' },
  '000111111113': { kind: 'returned', code: 'R02' },
  '000111111116': { kind: 'returned', code: 'R03' },
  '000333333335': { kind: 'returned', code: 'R10' },
  '000000000009': { kind: 'pending' },
}

/** 9990000 and three digits select the return code: 016 is R16 in the US, 916 is 916 in Canada. */
const byCode = /^9990000(\d{3})$/

/** Code of each network for insufficient funds (Nacha, Payments Canada). */
const insufficientFunds: Readonly<Record<BankData['rail'], string>> = {
  us_bank_ach: 'R01',
  ca_bank_eft: '901',
}

/** Decides by the tables of docs/sandbox.md, from the account number, when the debit is made. */
export function fateOf({ rail, account_number }: Pick<BankData, 'rail' | 'account_number'>): DebitFate {
  const known = rail === 'us_bank_ach' ? knownAccounts[account_number] : undefined
  if (known !== undefined) return known
  const digits = byCode.exec(account_number)?.[1]
  if (digits !== undefined) {
    return { kind: 'returned', code: rail === 'us_bank_ach' ? `R${digits.slice(1)}` : digits }
  }
  if (account_number.endsWith('2')) return { kind: 'returned', code: insufficientFunds[rail] }
  return { kind: 'clears' }
}
