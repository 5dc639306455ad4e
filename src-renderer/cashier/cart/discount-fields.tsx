import { TextInput } from '@mantine/core'
import { wholeShare } from '../../../src-shared/pos/order/limits.ts'
import type { GivenDiscount } from '../../../src-shared/pos/order/order-request.ts'
import { Segments } from '../../components/segments.tsx'
import { amountToType, numberToType, typedAmount } from '../../i18n/typed-amount.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSnapshot, useSnapshotStore } from '../../stores/snapshot-store.ts'

export interface DiscountEntry {
  readonly kind: 'none' | 'percent' | 'amount'
  readonly typed: string
  readonly reason: string
}

export const emptyDiscount = (kind: DiscountEntry['kind']): DiscountEntry => ({ kind, typed: '', reason: '' })

export const discountEntry = (discount: GivenDiscount | null): DiscountEntry =>
  discount === null
    ? emptyDiscount('none')
    : {
        kind: discount.kind,
        typed:
          discount.kind === 'percent' ? numberToType(discount.value / 100) : amountToType(discount.value),
        reason: discount.reason,
      }

/** @returns null if the entry is not a valid discount yet, or lacks a reason that the settings require */
export function readDiscount({ kind, typed, reason }: DiscountEntry): GivenDiscount | null {
  const value = typedAmount(typed)
  if (kind === 'none' || value === null || value === 0) return null
  if (kind === 'percent' && value > wholeShare) return null
  const wantsReason = useSnapshotStore.getState().snapshot?.settings.discount_reasons === true
  return wantsReason && reason.trim() === '' ? null : { kind, value, reason: reason.trim() }
}

interface DiscountFieldsProps {
  readonly entry: DiscountEntry
  readonly onChange: (entry: DiscountEntry) => void
  readonly onEnter: () => void
  /** No discount is also a valid choice. */
  readonly optional?: boolean
  /** Why the discount was refused. Shown at its reason, the only free text. */
  readonly trouble?: string | null
}

export function DiscountFields({
  entry,
  onChange,
  onEnter,
  optional = false,
  trouble = null,
}: DiscountFieldsProps) {
  const { t } = useTranslation('sell')
  const wantsReason = useSnapshot(({ settings }) => settings.discount_reasons)
  const kinds = optional ? (['none', 'percent', 'amount'] as const) : (['percent', 'amount'] as const)
  const enter = (event: { readonly key: string; readonly repeat: boolean }) => {
    if (event.key === 'Enter' && !event.repeat) onEnter()
  }
  return (
    <>
      <Segments
        legend={t('discount')}
        options={kinds.map((value) => ({ value, label: t(`discountKind.${value}`) }))}
        value={entry.kind}
        onChange={(kind) => onChange({ ...entry, kind, typed: '' })}
      />
      {entry.kind !== 'none' && (
        <>
          <TextInput
            size="lg"
            label={t(entry.kind === 'percent' ? 'percentOff' : 'amountOff')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            data-autofocus={optional ? undefined : true}
            value={entry.typed}
            onChange={(event) => onChange({ ...entry, typed: event.currentTarget.value })}
            onKeyDown={(event) => enter(event.nativeEvent)}
          />
          <TextInput
            size="lg"
            label={t(wantsReason ? 'reason' : 'reasonOptional')}
            autoComplete="off"
            maxLength={60}
            value={entry.reason}
            error={trouble}
            onChange={(event) => onChange({ ...entry, reason: event.currentTarget.value })}
            onKeyDown={(event) => enter(event.nativeEvent)}
          />
        </>
      )}
    </>
  )
}
