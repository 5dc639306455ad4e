import { IconKey } from '@tabler/icons-react'
import { ActionButton } from '../components/action-button.tsx'
import { Empty, Page } from '../components/page.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { closeRecoveryCode } from '../stores/put-aside.ts'
import { useRecoveryCodeStore } from '../stores/recovery-code-store.ts'
import style from './sign-in.module.css'
import area from './staff-area.module.css'

/** Shown only once: the code works later only if a person has written it down. */
export function RecoveryCodeScreen() {
  const { t } = useTranslation('staff')
  const code = useRecoveryCodeStore((state) => state.code)
  return (
    <main className={area.area} tabIndex={-1} data-place="recovery_code">
      <div className={area.body}>
        <Page title={t('people.codeTitle')}>
          <Empty
            icon={<IconKey size={64} stroke={1.4} aria-hidden />}
            title={t('people.codeHeading')}
            text={t('people.codeWords')}
          >
            <p className={style.code}>{code}</p>
            <ActionButton kind="primary" label={t('people.codeWritten')} onPress={closeRecoveryCode} />
          </Empty>
        </Page>
      </div>
    </main>
  )
}
