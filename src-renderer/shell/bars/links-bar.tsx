import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHourglass, IconLink } from '@tabler/icons-react'
import type { ShownLink } from '../../../src-shared/pos/links/payment-link.ts'
import { isLinkSettled, isLinkUnpaid } from '../../../src-shared/pos/links/payment-link-steps.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useLinkText } from '../../i18n/use-link-text.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send, useRunning } from '../../stores/command-store.ts'
import { showLinkCode } from '../../stores/link-store.ts'
import { isAtRest, useSnapshot } from '../../stores/snapshot-store.ts'
import { type LinkWords, linkWords } from '../link-words.ts'
import style from './bar.module.css'
import { UnreadableLine } from './unreadable-line.tsx'

/** Payments by link, above every screen except during a sale, until a person has acknowledged how each ended. */
export function LinksBar() {
  const { t } = useTranslation()
  const links = useSnapshot((snapshot) => snapshot.links)
  const atRest = useSnapshot(isAtRest)
  const unreadable = useSnapshot((snapshot) => snapshot.unreadable_links)
  if (!atRest || (links.length === 0 && unreadable === 0)) return null
  return (
    <ul className={style.bar} aria-label={t('links.list')}>
      {unreadable > 0 && (
        <UnreadableLine text={t('links.unreadable')} command="links.acknowledge_unreadable" />
      )}
      {links.map((link) => (
        <Line key={link.id} link={link} />
      ))}
    </ul>
  )
}

const icons: Readonly<Record<LinkWords, typeof IconLink>> = {
  creating: IconHourglass,
  sending: IconHourglass,
  waiting: IconLink,
  sent: IconLink,
  failed: IconAlertTriangle,
  unsure: IconAlertTriangle,
  local: IconAlertTriangle,
  not_public: IconAlertTriangle,
  withdrawing: IconHourglass,
  awaits_payment: IconHourglass,
  awaits_refund: IconHourglass,
  paid: IconCircleCheck,
  part_paid: IconAlertTriangle,
  expired: IconCircleX,
  withdrawn: IconCircleX,
  not_made: IconAlertTriangle,
  not_known: IconAlertTriangle,
}

function Line({ link }: { readonly link: ShownLink }) {
  const linkText = useLinkText()
  const words = linkWords(link)
  const Icon = icons[words]
  return (
    <li className={style.line} data-link={words}>
      <Icon size={26} aria-hidden />
      <span className={style.words} role="status">
        {linkText(link)}
      </span>
      <Choices link={link} />
    </li>
  )
}

function Choices({ link }: { readonly link: ShownLink }) {
  const { t } = useTranslation()
  const acknowledging = useRunning('links.acknowledge')
  const holding = useRunning('links.hold_order')
  const withdrawing = useRunning('links.withdraw')
  const payload = { link_id: link.id }
  if (isLinkSettled(link)) {
    return (
      <>
        {link.order !== null && isLinkUnpaid(link) && (
          <ActionButton
            label={t('links.holdOrder')}
            disabled={holding}
            onPress={() => send('links.hold_order', payload)}
          />
        )}
        <ActionButton
          kind="quiet"
          label={t('parked.acknowledge')}
          disabled={acknowledging}
          onPress={() => send('links.acknowledge', payload)}
        />
      </>
    )
  }
  // The link was used: it can be neither paid nor withdrawn.
  if (link.awaits_bank !== null) return null
  return (
    <>
      {link.url !== null && (
        <ActionButton label={t('links.showCode')} onPress={() => showLinkCode(link.id)} />
      )}
      <ActionButton
        kind="quiet"
        label={t('links.withdraw')}
        disabled={withdrawing || link.withdrawing}
        onPress={() => send('links.withdraw', payload)}
      />
    </>
  )
}
