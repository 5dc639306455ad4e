import { ActionButton } from '../components/action-button.tsx'
import { Notice } from '../components/notice.tsx'
import { useTranslation } from '../i18n/use-translation.ts'

/** The counter's own files could not be read. */
export function NotRead({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation('reports')
  return (
    <Notice alert tone="bad" title={t('failed')}>
      <ActionButton label={t('again')} onPress={onAgain} />
    </Notice>
  )
}
