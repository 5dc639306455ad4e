import { useEffect, useState } from 'react'
import type { PosReply } from '../../src-shared/pos/commands.ts'
import { askMain } from '../bridge.ts'
import { SelectField } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'

type Found = PosReply<'printers.of_system'>

/** Chooses one of this computer's printers, and lists what such a printer cannot do. */
export function SystemPrinterFields(props: {
  readonly queue: string
  readonly onChange: (queue: string) => void
  readonly trouble: string | null
}) {
  const { t } = useTranslation('printing')
  const { queue, onChange, trouble } = props
  const [found, setFound] = useState<Found | 'failed' | null>(null)
  useEffect(() => {
    void askMain('printers.of_system', undefined).then((listed) =>
      setFound(listed.ok ? listed.value : 'failed'),
    )
  }, [])
  if (found === null) return <p role="status">{t('form.looking')}</p>
  const queues = found === 'failed' ? [] : found
  if (queues.length === 0 && queue === '') {
    return (
      <p role="status" data-missing>
        {t('form.noSystem')}
      </p>
    )
  }
  return (
    <>
      <SelectField
        label={t('form.systemPrinter')}
        value={queue}
        options={[
          { value: '', label: t('form.chooseSystem') },
          ...queues.map((one) => ({ value: one.queue, label: one.name })),
          ...(queue === '' || queues.some((one) => one.queue === queue)
            ? []
            : [{ value: queue, label: queue }]),
        ]}
        onChange={onChange}
        trouble={trouble}
      />
      <p>{t('form.systemHint')}</p>
    </>
  )
}
