import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { chosenOptions } from '../../../src-shared/pos/catalogue/option-groups.ts'
import { latestBirthday } from '../../../src-shared/pos/order/age-check.ts'
import { useCatalogueStore } from '../../catalogue/catalogue-store.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Dialog, DialogActions, DialogText, NothingToAsk } from '../../components/dialog.tsx'
import { BigWords } from '../../components/stage.tsx'
import { typedAmount } from '../../i18n/typed-amount.ts'
import { useDates } from '../../i18n/use-dates.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import { useShopTimeZone } from '../../stores/shop-time-zone.ts'
import { goOnAdding } from './add-item.ts'
import { useCartStore } from './cart-store.ts'
import { OptionFields } from './option-fields.tsx'

/** The item that is being added, and the answers so far. */
function useAdding() {
  const adding = useCartStore((state) => state.adding)
  const item = useCatalogueStore(({ catalogue }) => catalogue?.items.find(({ id }) => id === adding?.item_id))
  return adding === null || item === undefined ? null : { adding, item }
}

/** Asks for the price of an item that has none of its own. */
export function CartPriceDialog() {
  const { t } = useTranslation('sell')
  const known = useAdding()
  const [typed, setTyped] = useState('')
  const price = typedAmount(typed)
  if (known === null) return <NothingToAsk />
  const add = () => {
    if (price !== null) goOnAdding({ ...known.adding, unit_amount: price })
  }
  return (
    <Dialog title={known.item.name}>
      <TextInput
        size="lg"
        label={t('price')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat) add()
        }}
      />
      <DialogActions>
        <ActionButton kind="primary" label={t('add')} disabled={price === null} onPress={add} />
        <ActionButton label={t('back')} onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}

/** Asks for the required options. If there is one question with one answer, choosing the answer completes it. */
export function CartOptionsDialog() {
  const { t } = useTranslation('sell')
  const known = useAdding()
  const [names, setNames] = useState<readonly string[]>([])
  if (known === null) return <NothingToAsk />
  const { adding, item } = known
  const groups = { groups: item.groups, modifiers: [] }
  const [only, another] = item.groups
  const isOneAnswer = another === undefined && only?.min === 1 && only.max === 1
  const choose = (chosen: readonly string[]) => {
    setNames(chosen)
    if (isOneAnswer && chosen.length === 1) goOnAdding({ ...adding, names: chosen })
  }
  return (
    <Dialog title={item.name}>
      <OptionFields item={groups} names={names} onChange={choose} />
      <DialogActions>
        {!isOneAnswer && (
          <ActionButton
            kind="primary"
            label={t('add')}
            disabled={chosenOptions(groups, names) === null}
            onPress={() => goOnAdding({ ...adding, names })}
          />
        )}
        <ActionButton label={t('back')} onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}

/** Asks once per sale whether the customer is old enough. Without proof of age the item is not sold. */
export function CartAgeDialog() {
  const { t } = useTranslation('sell')
  const dates = useDates()
  const timeZone = useShopTimeZone()
  const known = useAdding()
  const minimumAge = known?.item.minimum_age ?? null
  if (known === null || minimumAge === null) return <NothingToAsk />
  const birthday = dates.calendarDay(latestBirthday(new Date().toISOString(), minimumAge, timeZone))
  return (
    <Dialog title={t('age.title', { name: known.item.name })}>
      <DialogText>{t('age.text', { age: minimumAge })}</DialogText>
      <BigWords>{t('age.bornBy', { date: birthday })}</BigWords>
      <DialogActions>
        <ActionButton
          kind="primary"
          label={t('age.confirm')}
          onPress={() => goOnAdding({ ...known.adding, of_age: true })}
        />
        <ActionButton label={t('age.refuse')} onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}
