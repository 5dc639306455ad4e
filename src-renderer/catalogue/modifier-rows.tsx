import type { Modifier } from '../../src-shared/pos/order/order.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { amountToType, typedAmount } from '../i18n/typed-amount.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './items-page.module.css'

/** The form of an option, with its values as typed. */
export interface ModifierEntry {
  readonly key: number
  readonly name: string
  readonly amount: string
}

export const modifierEntries = (modifiers: readonly Modifier[]): readonly ModifierEntry[] =>
  modifiers.map(({ name, amount }, key) => ({ key, name, amount: amountToType(amount) }))

/** Returns null if an option lacks a name or a valid amount. */
export function readModifiers(entries: readonly ModifierEntry[]): Modifier[] | null {
  const named = entries.filter(({ name, amount }) => name.trim() !== '' || amount.trim() !== '')
  const read = named.flatMap(({ name, amount }) => {
    const isLess = /^\s*[-−]/.test(amount)
    const cents = amount.trim() === '' ? 0 : typedAmount(amount.replace(/[-−+]/, ''))
    return cents === null || name.trim() === ''
      ? []
      : [{ name: name.trim(), amount: isLess ? -cents : cents }]
  })
  return read.length < named.length ? null : read
}

interface ModifierRowsProps {
  readonly rows: readonly ModifierEntry[]
  readonly most: number
  readonly onChange: (rows: readonly ModifierEntry[]) => void
}

/** Options, each with the amount that it adds to the price. */
export function ModifierRows({ rows, most, onChange }: ModifierRowsProps) {
  const { t } = useTranslation('sell')
  const change = (key: number, changes: Partial<ModifierEntry>) =>
    onChange(rows.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  return (
    <>
      {rows.map(({ key, name, amount }) => (
        <div key={key} className={style.pair}>
          <Field
            label={t('form.modifierName')}
            value={name}
            maxLength={40}
            onChange={(text) => change(key, { name: text })}
          />
          <Field
            label={t('form.modifierAmount')}
            value={amount}
            maxLength={12}
            onChange={(text) => change(key, { amount: text })}
          />
          <ActionButton
            kind="quiet"
            label={t('remove')}
            onPress={() => onChange(rows.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      {rows.length < most && (
        <div className={style.actions}>
          <ActionButton
            label={t('form.addModifier')}
            onPress={() =>
              onChange([
                ...rows,
                { key: Math.max(0, ...rows.map((one) => one.key)) + 1, name: '', amount: '' },
              ])
            }
          />
        </div>
      )}
    </>
  )
}
