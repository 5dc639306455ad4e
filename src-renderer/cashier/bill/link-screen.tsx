import { IconHourglass } from '@tabler/icons-react'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { isLocalUrl } from '../../../src-shared/pos/links/payment-link-steps.ts'
import { Amount } from '../../components/amount.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { Dock, Stage, Words } from '../../components/stage.tsx'
import { useLinkText } from '../../i18n/use-link-text.ts'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { linkWords } from '../../shell/link-words.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { LinkActions } from './link-actions.tsx'
import { TenderList } from './tender-list.tsx'

/** A part of the bill is to be paid by link. Until then no other tender pays it; the next customer can be served. */
export function LinkScreen({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const money = useMoney()
  const linkText = useLinkText()
  const url = useSnapshot((snapshot) => snapshot.bill_link_url)
  const { link } = bill
  if (link === null) return null
  const used = link.awaits_bank !== null
  const code = used ? null : url
  return (
    <>
      <Stage
        tone="wait"
        title={t(used ? 'bill.waitingBank' : 'bill.waiting')}
        icon={<IconHourglass size={72} aria-hidden />}
      >
        <Amount text={money(link.amount)} />
        {/* If the link opens on this computer only, the text of the link explains that. */}
        {code !== null && linkWords(link) !== 'local' && (
          <Words>{t(isLocalUrl(code) ? 'linkCode.local' : 'linkCode.text')}</Words>
        )}
        <Words strong>{linkText(link)}</Words>
        {used && <Words>{t('bill.usedLink')}</Words>}
        <TenderList bill={bill} />
      </Stage>
      <Dock above={code !== null && <QrCode text={code} label={t('linkCode.label')} />}>
        <LinkActions bill={bill} />
      </Dock>
    </>
  )
}
