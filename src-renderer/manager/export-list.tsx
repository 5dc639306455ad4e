import { IconTableExport } from '@tabler/icons-react'
import { useState } from 'react'
import { askMain } from '../bridge.ts'
import { Notice } from '../components/notice.tsx'
import { QuietButton } from '../components/quiet-button.tsx'
import { Spoken } from '../components/spoken.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { usePaymentsStore } from './payments-store.ts'

type Exporting =
  | { readonly kind: 'idle' | 'writing' | 'failed' }
  | { readonly kind: 'done'; readonly count: number }

/** Exports all payments found, not only the visible ones, as a table for other programs. */
export function ExportList() {
  const { t } = useTranslation('staff')
  const asked = usePaymentsStore((state) => state.asked)
  const [exporting, set] = useState<Exporting>({ kind: 'idle' })
  if (asked === null) return null
  const write = async () => {
    if (exporting.kind === 'writing') return
    set({ kind: 'writing' })
    const result = await askMain('payments.export', asked)
    if (!result.ok) set({ kind: 'failed' })
    else set(result.value.count === null ? { kind: 'idle' } : { kind: 'done', count: result.value.count })
  }
  const done = exporting.kind === 'done' ? t('list.exported', { count: exporting.count }) : ''
  return (
    <>
      <QuietButton
        icon={<IconTableExport size={24} aria-hidden />}
        label={exporting.kind === 'writing' ? t('list.exporting') : done === '' ? t('list.export') : done}
        onPress={() => void write()}
      />
      <Spoken status>{done}</Spoken>
      {exporting.kind === 'failed' && (
        <Notice alert tone="bad" title={t('list.exportFailed')} text={t('list.exportFailedText')} />
      )}
    </>
  )
}
