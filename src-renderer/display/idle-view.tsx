import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import common from './display.module.css'
import style from './idle-view.module.css'

interface IdleViewProps {
  readonly shop: string
  readonly training: boolean
  readonly pictures: number
}

/** Time that each picture is shown, in ms. */
const stayMs = 10_000

/** Shown between sales: the shop's name, or its pictures in turn. */
export function IdleView({ shop, training, pictures }: IdleViewProps) {
  const { t } = useTranslation('display')
  const picture = usePicture(pictures)
  return (
    <section className={style.idle}>
      {picture !== null && <img key={picture} className={style.picture} src={picture} alt="" />}
      <div className={picture === null ? style.welcome : style.caption}>
        <h1 className={style.shopName}>{shop}</h1>
        {picture === null && <p className={common.text}>{t('welcome')}</p>}
        {training && <p className={common.training}>{t('training')}</p>}
      </div>
    </section>
  )
}

/** Skips a picture that cannot be read. */
function usePicture(count: number): string | null {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    if (count === 0) {
      setPicture(null)
      return
    }
    let index = 0
    let gone = false
    const next = async () => {
      const read = await window.customerDisplay.picture(index % count)
      index += 1
      if (!gone && read !== null) setPicture(read)
    }
    void next()
    const timer = count > 1 ? setInterval(next, stayMs) : undefined
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [count])
  return picture
}
