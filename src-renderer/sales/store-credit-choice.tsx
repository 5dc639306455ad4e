import { Choice } from '../components/choice.tsx'
import { late } from '../components/late.tsx'
import { speakOfGiftCards } from '../i18n/i18n.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** The card that receives the refund; a null id means a new card. */
export interface StoreCredit {
  readonly card_id: string | null
  readonly last_four: string
}

const CodeField = late(async () => {
  const [{ CodeField: field }] = await Promise.all([
    import('../gift-cards/code-field.tsx'),
    speakOfGiftCards(),
  ])
  return { default: field }
})

const ways = ['tenders', 'card'] as const
const newCard: StoreCredit = { card_id: null, last_four: '' }

/** Refunds to the original tenders or as store credit, if the service offers it. */
export function StoreCreditChoice({
  credit,
  onChange,
}: {
  readonly credit: StoreCredit | null
  readonly onChange: (credit: StoreCredit | null) => void
}) {
  const { t } = useTranslation('sales')
  const offered = useSnapshot(({ gift_cards }) => gift_cards.offered)
  if (!offered) return null
  return (
    <>
      <Choice
        legend={t('credit.legend')}
        options={ways.map((value) => ({ value, label: t(`credit.${value}`) }))}
        value={credit === null ? 'tenders' : 'card'}
        onChange={(value) => onChange(value === 'card' ? newCard : null)}
      />
      {credit !== null &&
        (credit.card_id === null ? (
          <CodeField
            label={t('credit.code')}
            hint={t('credit.codeHint')}
            onFound={({ card_id, last_four }) => onChange({ card_id, last_four })}
          />
        ) : (
          <p>{t('credit.onto', { last_four: credit.last_four })}</p>
        ))}
    </>
  )
}
