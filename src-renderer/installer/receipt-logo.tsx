import { useEffect, useId, useState } from 'react'
import { logoSize } from '../../src-shared/pos/printing/printer-logo.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { FileInput } from '../components/file-input.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import style from './printers.module.css'

/** Chooses, shows and removes the logo at the top of receipts. */
export function ReceiptLogo() {
  const { t } = useTranslation('printing')
  const id = useId()
  const [picture, setPicture] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const [removals, setRemovals] = useState(0)
  const saving = useRunning('printers.set_logo')
  const look = async () => {
    const found = await askMain('printers.logo', undefined)
    if (found.ok) setPicture(found.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and after each change
  useEffect(() => void look(), [])
  const set = async (next: string | null) => {
    const isSet = (await run('printers.set_logo', { picture: next })) === null
    if (isSet) await look()
    return isSet
  }
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const fitting = await fitted(file)
    setWrong(fitting === null)
    if (fitting !== null) await set(fitting)
  }
  const remove = async () => {
    if (!(await set(null))) return
    setRemovals(removals + 1)
    setWrong(false)
  }
  return (
    <section className={style.printer} aria-label={t('logo.title')}>
      <h2 className={style.name}>{t('logo.title')}</h2>
      <p className={style.soft}>{t('logo.about')}</p>
      {picture !== null && (
        <img className={style.logo} src={`data:image/png;base64,${picture}`} alt={t('logo.title')} />
      )}
      <label htmlFor={id}>{t('logo.picture')}</label>
      <FileInput
        // A new key clears the removed file's name.
        key={removals}
        id={id}
        accept="image/png,image/jpeg,image/webp"
        disabled={saving}
        onChoose={(file) => void choose(file)}
      />
      {wrong && <p role="alert">{t('logo.wrong')}</p>}
      {picture !== null && (
        <div className={style.actions}>
          <ActionButton
            kind="quiet"
            label={t('page.remove')}
            disabled={saving}
            onPress={() => void remove()}
          />
        </div>
      )}
    </section>
  )
}

/** Scales the picture to the paper, grey on white, as a base64 PNG; null if the file is not a picture. */
async function fitted(file: File): Promise<string | null> {
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, logoSize.width / image.width, logoSize.height / image.height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.width * scale))
    canvas.height = Math.max(1, Math.round(image.height * scale))
    const context = canvas.getContext('2d')
    if (context === null) return null
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.filter = 'grayscale(1)'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png').split(',')[1] ?? null
  } catch {
    return null
  }
}
