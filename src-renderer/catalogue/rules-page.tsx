import { useState } from 'react'
import type { CatalogueTrouble } from '../../src-shared/pos/catalogue/catalogue.ts'
import type { TaxRate } from '../../src-shared/pos/order/order.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { numberToType } from '../i18n/typed-amount.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCommandStore } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { useCatalogueStore } from './catalogue-store.ts'
import style from './items-page.module.css'
import { showItems } from './items-store.ts'
import { type RateEntry, readLimit, readRate } from './read-rates.ts'

/** The shop's tax rates, and the discounts that cashiers may give alone. Empty until the rates are read. */
export function RulesPage() {
  const { t } = useTranslation('sell')
  const rates = useCatalogueStore(({ catalogue }) => catalogue?.tax_rates)
  return <Page title={t('rules.title')}>{rates === undefined ? <Back /> : <Rules rates={rates} />}</Page>
}

/** Names the item whose tax rates exceed 100 %: unlike the item's own page, this page does not show it. */
function troubleText(trouble: CatalogueTrouble, t: ReturnType<typeof useTranslation<'sell'>>['t']): string {
  const items = useCatalogueStore.getState().catalogue?.items ?? []
  const item = 'item_id' in trouble ? items.find(({ id }) => id === trouble.item_id) : undefined
  return trouble.kind === 'tax_rates_above_whole' && item !== undefined
    ? t('rules.ratesAboveWhole', { item: item.name })
    : t(`trouble.${trouble.kind}`, { by: '' })
}

function Rules({ rates }: { readonly rates: readonly TaxRate[] }) {
  const { t } = useTranslation('sell')
  const settings = useSnapshot((snapshot) => snapshot.settings)
  const [entries, setEntries] = useState<readonly RateEntry[]>(() =>
    rates.map(({ rate, ...one }) => ({ ...one, rate: numberToType(rate / 1000) })),
  )
  const [limit, setLimit] = useState(settings.discount_limit === null ? '' : String(settings.discount_limit))
  const [reasons, setReasons] = useState(settings.discount_reasons)
  const [trouble, setTrouble] = useState<string | null>(null)
  /** The row that was added last; its name gets the focus. */
  const [added, setAdded] = useState<string | null>(null)
  const change = (id: string, changes: Partial<RateEntry>) =>
    setEntries((before) => before.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const save = async () => {
    const tax_rates = entries.flatMap(readRate)
    const discount_limit = readLimit(limit)
    if (tax_rates.length < entries.length) return setTrouble(t('rules.rateWrong'))
    if (discount_limit === undefined) return setTrouble(t('rules.limitWrong'))
    // In sequence: if the taxes are refused, nothing is saved, as the message states.
    const saved = await askMain('catalogue.save_tax_rates', { tax_rates })
    if (saved.ok && saved.value !== null) return setTrouble(troubleText(saved.value, t))
    const kept = saved.ok
      ? await askMain('settings.discounts', { discount_limit, discount_reasons: reasons })
      : saved
    if (!kept.ok) return useCommandStore.setState({ refusal: kept.error.code })
    showItems({ kind: 'list' })
  }
  return (
    <>
      <h2>{t('rules.taxes')}</h2>
      <p className={style.hint}>{t('rules.taxesText')}</p>
      {entries.map((entry) => (
        <div key={entry.id} className={style.wide}>
          <div className={style.pair}>
            <Field
              label={t('rules.rateName')}
              value={entry.name}
              maxLength={40}
              autoFocus={entry.id === added}
              onChange={(name) => change(entry.id, { name })}
            />
            <Field
              label={t('rules.ratePercent')}
              inputMode="decimal"
              value={entry.rate}
              maxLength={10}
              onChange={(rate) => change(entry.id, { rate })}
            />
            <ActionButton
              kind="quiet"
              label={t('remove')}
              onPress={() => setEntries(entries.filter(({ id }) => id !== entry.id))}
            />
          </div>
          <label className={style.choice}>
            <input
              type="checkbox"
              checked={entry.inclusive}
              onChange={(event) => change(entry.id, { inclusive: event.currentTarget.checked })}
            />
            {t('rules.inclusive')}
          </label>
        </div>
      ))}
      <div className={style.actions}>
        <ActionButton
          label={t('rules.addRate')}
          onPress={() => {
            const id = `tax_${crypto.randomUUID()}`
            setEntries([...entries, { id, name: '', rate: '', inclusive: false }])
            setAdded(id)
          }}
        />
      </div>
      <h2>{t('rules.discounts')}</h2>
      <div className={style.form}>
        <Field
          label={t('rules.limit')}
          hint={t('rules.limitHint')}
          inputMode="numeric"
          value={limit}
          maxLength={5}
          onChange={setLimit}
        />
      </div>
      <label className={style.choice}>
        <input
          type="checkbox"
          checked={reasons}
          onChange={(event) => setReasons(event.currentTarget.checked)}
        />
        {t('rules.reasons')}
      </label>
      {trouble !== null && <Notice alert scrolls tone="bad" title={trouble} />}
      <div className={style.actions}>
        <ActionButton kind="primary" label={t('save')} onPress={() => void save()} />
        <Back />
      </div>
    </>
  )
}

function Back() {
  const { t } = useTranslation('sell')
  return <ActionButton label={t('back')} onPress={() => showItems({ kind: 'list' })} />
}
