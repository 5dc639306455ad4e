import { Notice } from '../components/notice.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Warns the installer that cashiers could also change the program that takes the money. */
export function ProgramNotice() {
  const { t } = useTranslation('staff')
  const changeable = useSnapshot(({ program_changeable }) => program_changeable)
  return changeable ? <Notice tone="wait" title={t('program.title')} text={t('program.text')} /> : null
}
