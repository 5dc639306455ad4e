import { isLocalUrl, isPartPaid } from '../../../src-shared/pos/links/payment-link-steps.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../components/amount.tsx'
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import { useLinkStore } from '../../stores/link-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'

/** For the payer, who looks at this screen: the link's code until it is paid, and then the result. */
export function LinkCodeDialog() {
  const { t } = useTranslation()
  const money = useMoney()
  const shown = useLinkStore((state) => state.shown)
  const link = useSnapshot(({ links }) => links.find(({ id }) => id === shown))
  if (link === undefined) return null
  const { state, url, paid } = link
  const title = isPartPaid(link) ? 'part_paid' : state === 'open' ? 'title' : state
  return (
    <Dialog title={t(`linkCode.${title}`)}>
      <Amount text={money(paid ?? link.amount)} size="large" />
      {state === 'open' && url !== null && <QrCode text={url} label={t('linkCode.label')} />}
      {state === 'open' && isLocalUrl(url) && <DialogText>{t('linkCode.local')}</DialogText>}
      {state === 'open' && !isLocalUrl(url) && <DialogText>{t('linkCode.text')}</DialogText>}
      <DialogActions>
        <ActionButton label={t('app.close')} autoFocus onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}
