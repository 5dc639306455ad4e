import { useState } from 'react'
import { type CatalogueItem, itemColours } from '../../src-shared/pos/catalogue/catalogue.ts'
import { largestUnitAmount } from '../../src-shared/pos/order/limits.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { amountToType, typedAmount } from '../i18n/typed-amount.ts'
import { useNumbers } from '../i18n/use-numbers.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCommandStore } from '../stores/command-store.ts'
import { useCatalogueStore } from './catalogue-store.ts'
import { type GroupEntry, GroupsField, groupEntries, readGroups } from './groups-field.tsx'
import style from './items-page.module.css'
import { showItems } from './items-store.ts'
import { type ModifierEntry, ModifierRows, modifierEntries, readModifiers } from './modifier-rows.tsx'
import { PictureField } from './picture-field.tsx'

interface Entry {
  readonly name: string
  readonly price: string
  readonly category: string
  readonly barcode: string
  readonly colour: CatalogueItem['colour']
  readonly quick: boolean
  readonly active: boolean
  readonly rates: readonly string[]
  readonly modifiers: readonly ModifierEntry[]
  readonly groups: readonly GroupEntry[]
  readonly age: string
}

const entryOf = (item: CatalogueItem | null): Entry => ({
  name: item?.name ?? '',
  price: item === null || item.price === null ? '' : amountToType(item.price),
  category: item?.category ?? '',
  barcode: item?.barcode ?? '',
  colour: item?.colour ?? 'plain',
  quick: item?.quick ?? true,
  active: item?.active ?? true,
  rates: item?.tax_rate_ids ?? [],
  modifiers: modifierEntries(item?.modifiers ?? []),
  groups: groupEntries(item?.groups ?? []),
  age: item?.minimum_age == null ? '' : String(item.minimum_age),
})

/** Edits a new or existing item. */
export function ItemForm({ item }: { readonly item: CatalogueItem | null }) {
  const { t } = useTranslation('sell')
  const [id] = useState(() => item?.id ?? `item_${crypto.randomUUID()}`)
  const [entry, setEntry] = useState(() => entryOf(item))
  const [picture, setPicture] = useState<string | null | undefined>(undefined)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [sure, setSure] = useState(false)
  const set = (changes: Partial<Entry>) => setEntry((before) => ({ ...before, ...changes }))
  const close = () => showItems({ kind: 'list' })
  const price = entry.price.trim() === '' ? null : typedAmount(entry.price)
  const priceWrong = entry.price.trim() !== '' && (price === null || price > largestUnitAmount)
  const ageWrong = entry.age.trim() !== '' && !/^[1-9]\d?$/.test(entry.age.trim())
  const save = async () => {
    const modifiers = readModifiers(entry.modifiers)
    const groups = readGroups(entry.groups)
    if (entry.name.trim() === '') return setTrouble(t('form.nameMissing'))
    if (priceWrong) return setTrouble(t('form.priceWrong'))
    if (modifiers === null) return setTrouble(t('form.modifierWrong'))
    if (groups === null) return setTrouble(t('form.groupWrong'))
    if (ageWrong) return setTrouble(t('form.ageWrong'))
    const { rates, age, ...rest } = entry
    const minimum_age = age.trim() === '' ? null : Number(age)
    const answer = await askMain('catalogue.save_item', {
      item: { ...rest, id, price, tax_rate_ids: rates, modifiers, groups, minimum_age },
      picture,
    })
    if (!answer.ok) return useCommandStore.setState({ refusal: answer.error.code })
    const wrong = answer.value
    if (wrong === null) return close()
    setTrouble(t(`trouble.${wrong.kind}`, { by: wrong.kind === 'barcode_taken' ? wrong.by : '' }))
  }
  const remove = async () => {
    if (!sure) return setSure(true)
    const answer = await askMain('catalogue.remove_item', { item_id: id })
    if (!answer.ok) return useCommandStore.setState({ refusal: answer.error.code })
    close()
  }
  return (
    <Page title={item === null ? t('form.new') : item.name}>
      <div className={style.form}>
        <Field
          autoFocus
          label={t('form.name')}
          value={entry.name}
          maxLength={100}
          onChange={(name) => set({ name })}
        />
        <Field
          label={t('form.price')}
          hint={t('form.priceHint')}
          trouble={priceWrong ? t('form.priceWrong') : null}
          inputMode="decimal"
          value={entry.price}
          maxLength={14}
          onChange={(text) => set({ price: text })}
        />
        <Field
          label={t('form.category')}
          value={entry.category}
          maxLength={40}
          onChange={(category) => set({ category })}
        />
        <Field
          label={t('form.barcode')}
          hint={t('form.barcodeHint')}
          value={entry.barcode}
          maxLength={80}
          onChange={(barcode) => set({ barcode })}
        />
        <Rates chosen={entry.rates} onChange={(rates) => set({ rates })} />
        <GroupsField groups={entry.groups} onChange={(groups) => set({ groups })} />
        <fieldset className={style.wide}>
          <legend>{t('modifiers')}</legend>
          <p className={style.hint}>{t('form.modifiersHint')}</p>
          <ModifierRows most={10} rows={entry.modifiers} onChange={(modifiers) => set({ modifiers })} />
        </fieldset>
        <Field
          label={t('form.age')}
          hint={t('form.ageHint')}
          trouble={ageWrong ? t('form.ageWrong') : null}
          inputMode="numeric"
          value={entry.age}
          maxLength={2}
          onChange={(age) => set({ age })}
        />
        <Colours chosen={entry.colour} onChange={(colour) => set({ colour })} />
        <PictureField item={item} picture={picture} onChange={setPicture} />
        <div className={`${style.wide} ${style.choices}`}>
          <label className={style.choice}>
            <input
              type="checkbox"
              checked={entry.quick}
              onChange={(event) => set({ quick: event.currentTarget.checked })}
            />
            {t('form.quick')}
          </label>
          <label className={style.choice}>
            <input
              type="checkbox"
              checked={entry.active}
              onChange={(event) => set({ active: event.currentTarget.checked })}
            />
            {t('form.active')}
          </label>
        </div>
      </div>
      {trouble !== null && <Notice alert scrolls tone="bad" title={trouble} />}
      <div className={style.actions}>
        <ActionButton kind="primary" label={t('save')} onPress={() => void save()} />
        <ActionButton label={t('back')} onPress={close} />
        {item !== null && (
          <ActionButton
            kind="undo"
            label={t(sure ? 'form.removeSure' : 'form.remove')}
            onPress={() => void remove()}
          />
        )}
      </div>
    </Page>
  )
}

const noRates = [] as const

function Rates(props: {
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}) {
  const { t } = useTranslation('sell')
  const numbers = useNumbers()
  const rates = useCatalogueStore(({ catalogue }) => catalogue?.tax_rates ?? noRates)
  if (rates.length === 0) return null
  return (
    <fieldset className={style.wide}>
      <legend>{t('form.taxes')}</legend>
      <div className={style.choices}>
        {rates.map(({ id, name, rate, inclusive }) => (
          <label key={id} className={style.choice}>
            <input
              type="checkbox"
              checked={props.chosen.includes(id)}
              onChange={(event) =>
                props.onChange(
                  event.currentTarget.checked
                    ? [...props.chosen, id]
                    : props.chosen.filter((other) => other !== id),
                )
              }
            />
            {t(inclusive ? 'taxIncluded' : 'tax', { name, rate: numbers.percent(rate / 1000) })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Colours(props: {
  readonly chosen: Entry['colour']
  readonly onChange: (colour: Entry['colour']) => void
}) {
  const { t } = useTranslation('sell')
  return (
    <fieldset className={style.wide}>
      <legend>{t('form.colour')}</legend>
      <div className={style.choices}>
        {itemColours.map((colour) => (
          <label key={colour} className={style.choice}>
            <input
              type="radio"
              name="colour"
              checked={props.chosen === colour}
              onChange={() => props.onChange(colour)}
            />
            <span className={style.colour} data-colour={colour}>
              <span />
              {t(`colour.${colour}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
