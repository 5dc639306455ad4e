import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CatalogueItem } from '../../../src-shared/pos/catalogue/catalogue.ts'
import { chosenOptions } from '../../../src-shared/pos/catalogue/option-groups.ts'
import { largestQuantity, oneUnit } from '../../../src-shared/pos/order/limits.ts'
import type { OrderLine } from '../../../src-shared/pos/order/order.ts'
import type { OrderRequest } from '../../../src-shared/pos/order/order-request.ts'
import { useCatalogueStore } from '../../catalogue/catalogue-store.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Dialog, DialogActions, NothingToAsk } from '../../components/dialog.tsx'
import { amountToType, numberToType, typedAmount } from '../../i18n/typed-amount.ts'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import style from './cart-dialogs.module.css'
import { removeLine, useBook, useCartStore } from './cart-store.ts'
import { type DiscountEntry, DiscountFields, discountEntry, readDiscount } from './discount-fields.tsx'
import { OptionFields } from './option-fields.tsx'
import { useDialogRequests } from './use-dialog-requests.ts'

/** Edits one line of the order: quantity, options, price and discount. */
export function CartLineDialog() {
  const editing = useCartStore((state) => state.editing)
  const line = useBook().draft.lines.find(({ id }) => id === editing)
  const item = useCatalogueStore(({ catalogue }) => catalogue?.items.find(({ id }) => id === line?.item_id))
  return line === undefined ? <NothingToAsk /> : <LineForm line={line} item={item ?? null} />
}

interface LineEntry {
  readonly quantity: string
  readonly names: readonly string[]
  readonly discount: DiscountEntry
  readonly price: string
  readonly note: string
}

const entryOf = (line: OrderLine): LineEntry => ({
  quantity: numberToType(line.quantity / oneUnit),
  names: line.modifiers.map(({ name }) => name),
  discount: discountEntry(line.discount),
  price: line.price_override === null ? '' : amountToType(line.price_override.unit_amount),
  note: line.note,
})

function LineForm({ line, item }: { readonly line: OrderLine; readonly item: CatalogueItem | null }) {
  const { t } = useTranslation('sell')
  const money = useMoney()
  const [before] = useState(() => entryOf(line))
  const [entry, setEntry] = useState(before)
  const { ask, asking, refused, forget } = useDialogRequests()
  const set = (changes: Partial<LineEntry>) => {
    setEntry((known) => ({ ...known, ...changes }))
    forget()
  }
  const requests = requestsOf(line.id, before, entry, item)
  const save = () => {
    if (requests !== null) ask(requests)
  }
  /** Shows the refusal at the field that it concerns. Refusals that concern no text field appear at the first field. */
  const troubleAt = (field: 'note' | 'discount' | 'quantity'): string | null => {
    if (refused === null) return null
    const { kind, words } = refused
    const at = kind === 'set_note' ? 'note' : kind === 'set_discount' ? 'discount' : 'quantity'
    // Without a discount, its reason field is not shown.
    return (at === 'discount' && entry.discount.kind === 'none' ? 'quantity' : at) === field ? words : null
  }
  const count = parseQuantity(entry.quantity)
  const step = (by: number) => {
    if (count !== null) set({ quantity: numberToType(Math.max(oneUnit, count + by * oneUnit) / oneUnit) })
  }
  return (
    <Dialog title={line.name}>
      <div className={style.quantity}>
        <button type="button" className={style.step} aria-label={t('fewer')} onClick={() => step(-1)}>
          −
        </button>
        <TextInput
          size="lg"
          label={t('quantity')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          data-autofocus
          value={entry.quantity}
          error={count === null ? t('quantityWrong') : troubleAt('quantity')}
          onChange={(event) => set({ quantity: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.repeat) save()
          }}
        />
        <button type="button" className={style.step} aria-label={t('oneMore')} onClick={() => step(1)}>
          +
        </button>
      </div>
      {item !== null && <OptionFields item={item} names={entry.names} onChange={(names) => set({ names })} />}
      <DiscountFields
        optional
        entry={entry.discount}
        trouble={troubleAt('discount')}
        onChange={(discount) => set({ discount })}
        onEnter={save}
      />
      <TextInput
        size="lg"
        label={t('otherPrice')}
        description={t('otherPriceHint', { amount: money(line.unit_amount) })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        value={entry.price}
        onChange={(event) => set({ price: event.currentTarget.value })}
      />
      <TextInput
        size="lg"
        label={t('lineNote')}
        autoComplete="off"
        maxLength={100}
        value={entry.note}
        error={troubleAt('note')}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      <DialogActions>
        <ActionButton
          kind="primary"
          label={t('save')}
          disabled={asking || requests === null}
          onPress={save}
        />
        <ActionButton
          kind="undo"
          label={t('remove')}
          onPress={() => {
            closeDialog()
            removeLine(line.id, line.name)
          }}
        />
      </DialogActions>
    </Dialog>
  )
}

/** Returns thousandths, or null if the text is not a quantity. */
export function parseQuantity(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const quantity = Number(whole) * oneUnit + Number(decimals.padEnd(3, '0'))
  return quantity >= 1 && quantity <= largestQuantity ? quantity : null
}

/** Returns requests for the changed values only, or null while a field has no valid value. */
function requestsOf(
  line_id: string,
  before: LineEntry,
  after: LineEntry,
  item: CatalogueItem | null,
): readonly OrderRequest[] | null {
  const requests: OrderRequest[] = []
  const quantity = parseQuantity(after.quantity)
  if (quantity === null) return null
  if (quantity !== parseQuantity(before.quantity)) requests.push({ kind: 'set_quantity', line_id, quantity })
  if (after.names.join('\n') !== before.names.join('\n')) {
    if (item === null || chosenOptions(item, after.names) === null) return null
    requests.push({ kind: 'set_modifiers', line_id, names: [...after.names] })
  }
  if (after.note.trim() !== before.note) requests.push({ kind: 'set_note', line_id, note: after.note.trim() })
  const discount = readDiscount(after.discount)
  if (after.discount.kind !== 'none' && discount === null) return null
  if (JSON.stringify(after.discount) !== JSON.stringify(before.discount)) {
    requests.push({ kind: 'set_discount', line_id, discount })
  }
  if (after.price.trim() !== before.price) {
    const unit_amount = after.price.trim() === '' ? null : typedAmount(after.price)
    if (unit_amount === null && after.price.trim() !== '') return null
    requests.push({ kind: 'set_price', line_id, unit_amount, reason: '' })
  }
  return requests
}
