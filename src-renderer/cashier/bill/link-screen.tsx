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

/** Somebody is to pay a part of the bill elsewhere: nothing else pays it meanwhile, and the next customer can be served. */
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
        {/* Where it opens on this computer alone, the words on the link say so. */}
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
