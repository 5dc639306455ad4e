import { useEffect, useId, useState } from 'react'
import type { CatalogueItem } from '../../src-shared/pos/catalogue/catalogue.ts'
import { ActionButton } from '../components/action-button.tsx'
import { FileInput } from '../components/file-input.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadPictures, useCatalogueStore } from './catalogue-store.ts'
import style from './items-page.module.css'
import { shrunk } from './shrink-picture.ts'

interface PictureFieldProps {
  readonly item: CatalogueItem | null
  /** The chosen picture; null: removed; undefined: unchanged. */
  readonly picture: string | null | undefined
  readonly onChange: (picture: string | null) => void
}

/** Scales a picture of any size to fit a tile. */
export function PictureField({ item, picture, onChange }: PictureFieldProps) {
  const { t } = useTranslation('sell')
  const id = useId()
  const [wrong, setWrong] = useState(false)
  const [removals, setRemovals] = useState(0)
  const known = useCatalogueStore(({ pictures }) => (item === null ? '' : (pictures[item.id] ?? '')))
  useEffect(() => {
    if (item !== null) loadPictures([item])
  }, [item])
  const shown = picture === undefined ? known : (picture ?? '')
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const small = await shrunk(file)
    setWrong(small === null)
    if (small !== null) onChange(small)
  }
  const remove = () => {
    setRemovals(removals + 1)
    setWrong(false)
    onChange(null)
  }
  return (
    <div className={style.wide}>
      <label className={style.label} htmlFor={id}>
        {t('form.picture')}
      </label>
      <div className={style.actions}>
        {shown !== '' && <img className={style.preview} src={shown} alt="" />}
        <FileInput
          // A new key clears the removed file's name.
          key={removals}
          id={id}
          accept="image/png,image/jpeg,image/webp"
          onChoose={(file) => void choose(file)}
        />
        {shown !== '' && <ActionButton kind="quiet" label={t('form.noPicture')} onPress={remove} />}
      </div>
      {wrong && <p role="alert">{t('trouble.no_picture')}</p>}
    </div>
  )
}
