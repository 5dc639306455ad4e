import { IconFileTypePdf, IconGift, IconMail, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { askMain } from '../bridge.ts'
import { QuietButton } from '../components/quiet-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { MailForm, mailReceipts } from './mail-form.tsx'
import { printOnTerminal } from './print-on-terminal.ts'
import style from './sales.module.css'
import { type ReceiptWayOutcome, useOutcomeWords } from './use-outcome-words.ts'

/** Prints, saves or sends the receipt again. @param returnId of the return whose receipt it is now */
export function ReceiptTools({
  sold: { bill },
  returnId,
}: {
  readonly sold: SoldSale
  readonly returnId: string | null
}) {
  const { t } = useTranslation('sales')
  const outcomeWords = useOutcomeWords()
  const [mailing, setMailing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<ReceiptWayOutcome | null>(null)
  const ready = useSnapshot(({ printing }) => printing.ready)
  const hasTerminal = useSnapshot(({ terminal }) => terminal.kind === 'connected')
  const hasCard = bill.tenders.some(({ kind }) => kind === 'card')
  const { number } = bill

  async function act(task: () => Promise<ReceiptWayOutcome | null>) {
    if (busy) return
    setBusy(true)
    setOutcome(null)
    setOutcome(await task())
    setBusy(false)
  }
  const print = () => act(() => printOnTerminal(number))
  const about = (kind: 'sale' | 'gift') =>
    returnId === null || kind === 'gift'
      ? { number, kind }
      : { number, kind: 'return' as const, return_id: returnId }
  const printHere = (kind: 'sale' | 'gift') =>
    act(async () => {
      const queued = await askMain('prints.receipt', about(kind))
      return queued.ok ? null : { kind: 'printFailed', detail: '' }
    })
  const save = (kind: 'sale' | 'gift') =>
    act(async () => {
      const done = await askMain('receipts.save', about(kind))
      if (!done.ok) return { kind: 'printFailed', detail: '' }
      if (!done.value.saved) return null
      return { kind: done.value.complete ? 'saved' : 'savedIncomplete', detail: '' }
    })
  const send = (email: string) =>
    act(async () => {
      const sent = await mailReceipts(number, email)
      if (sent.kind === 'sent') setMailing(false)
      return sent
    })

  return (
    <section className={style.tools} aria-label={t('ways')}>
      <div className={style.ways}>
        {ready && (
          <QuietButton
            icon={<IconPrinter size={22} aria-hidden />}
            label={t('printHere')}
            onPress={() => printHere('sale')}
          />
        )}
        {!ready && hasCard && hasTerminal && (
          <QuietButton icon={<IconPrinter size={22} aria-hidden />} label={t('print')} onPress={print} />
        )}
        {hasCard && (
          <QuietButton
            icon={<IconMail size={22} aria-hidden />}
            label={t('email')}
            keepFocus={false}
            onPress={() => setMailing(!mailing)}
          />
        )}
        <QuietButton
          icon={<IconFileTypePdf size={22} aria-hidden />}
          label={t('pdf')}
          onPress={() => save('sale')}
        />
        <QuietButton
          icon={<IconGift size={22} aria-hidden />}
          label={t('gift')}
          onPress={() => (ready ? printHere('gift') : save('gift'))}
        />
      </div>
      {mailing && <MailForm busy={busy} onSend={(email) => void send(email)} />}
      {!hasCard && <p className={style.note}>{t('noCard')}</p>}
      <p role="status" className={style.outcome}>
        {busy ? t('working') : outcome === null ? '' : outcomeWords(outcome)}
      </p>
    </section>
  )
}
