import { useEffect, useState } from 'react'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './printers.module.css'

/** Searches the local network for printers on request; a press chooses one of those found. */
export function FindPrinters({ onChoose }: { readonly onChoose: (host: string) => void }) {
  const { t } = useTranslation('printing')
  const [found, setFound] = useState<readonly string[] | 'looking' | null>(null)
  // Stops the search when the page is left.
  useEffect(() => () => void askMain('printers.stop_finding', undefined), [])
  const find = async () => {
    setFound('looking')
    const answer = await askMain('printers.find', undefined)
    setFound(answer.ok ? answer.value : [])
  }
  if (found === 'looking') {
    return (
      <div className={style.actions}>
        <p role="status">{t('form.finding')}</p>
        <ActionButton
          kind="quiet"
          label={t('form.stopFinding')}
          onPress={() => void askMain('printers.stop_finding', undefined)}
        />
      </div>
    )
  }
  return (
    <>
      {found?.length === 0 && <p role="status">{t('form.noneFound')}</p>}
      {found !== null && found.length > 0 && (
        <section className={style.found}>
          <p role="status">{t('form.foundHosts')}</p>
          <div className={style.actions}>
            {found.map((host) => (
              <ActionButton key={host} label={host} onPress={() => onChoose(host)} />
            ))}
          </div>
        </section>
      )}
      <div className={style.actions}>
        <ActionButton label={t('form.find')} onPress={() => void find()} />
      </div>
    </>
  )
}
