import type { ContractorShare } from '../../src-shared/payments/refund-splits.ts'
import { Field } from '../components/field.tsx'
import { amountToType, typedAmount } from '../i18n/typed-amount.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './split-fields.module.css'

interface SplitFieldsProps {
  readonly shares: readonly ContractorShare[]
  /** Typed amounts by contractor. */
  readonly typed: Readonly<Record<string, string>>
  /** The refunded amount in cents; the contractors together give back no more than this. */
  readonly amount: number
  readonly onChange: (typed: Readonly<Record<string, string>>) => void
}

/** The typed amounts in cents; null if one is not an amount, or is more than allowed. */
export function splitsTyped(
  shares: readonly ContractorShare[],
  typed: Readonly<Record<string, string>>,
  amount: number,
): readonly { readonly account_id: string; readonly amount: number }[] | null {
  const splits: { account_id: string; amount: number }[] = []
  for (const { account_id, left } of shares) {
    const cents = centsOf(typed[account_id] ?? '')
    if (cents === null || cents > left) return null
    if (cents > 0) splits.push({ account_id, amount: cents })
  }
  return splits.reduce((sum, split) => sum + split.amount, 0) > amount ? null : splits
}

const centsOf = (text: string): number | null => (text.trim() === '' ? 0 : typedAmount(text.trim()))

export const typedOf = (
  splits: readonly { readonly account_id: string; readonly amount: number }[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(splits.map(({ account_id, amount }) => [account_id, amountToType(amount)]))

/** The part of each contractor's share that is given back. */
export function SplitFields({ shares, typed, amount, onChange }: SplitFieldsProps) {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const sum = shares.reduce((all, { account_id }) => all + (centsOf(typed[account_id] ?? '') ?? 0), 0)
  return (
    <fieldset className={style.splits}>
      <legend className={style.legend}>{t('splits.title')}</legend>
      {shares.map(({ account_id, description, granted, left }) => {
        const text = typed[account_id] ?? ''
        const cents = centsOf(text)
        return (
          <Field
            key={account_id}
            label={description === '' ? account_id : description}
            value={text}
            inputMode="decimal"
            maxLength={14}
            hint={t('splits.left', { left: money(left), granted: money(granted) })}
            trouble={cents === null || cents > left ? t('splits.wrong', { left: money(left) }) : null}
            onChange={(value) => onChange({ ...typed, [account_id]: value })}
          />
        )
      })}
      <p className={style.sum} aria-live="polite">
        {sum > amount
          ? t('splits.tooMuch', { amount: money(amount) })
          : t('splits.yours', { amount: money(amount - sum) })}
      </p>
    </fieldset>
  )
}
