import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './locked.module.css'

/** Shows settings that the organisation has fixed; they cannot be changed here. */
export function Lockable(props: {
  readonly names: readonly (keyof Settings)[]
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  const locked = useSnapshot(({ locked_settings }) =>
    props.names.some((one) => locked_settings.includes(one)),
  )
  if (!locked) return props.children
  return (
    <fieldset disabled className={style.locked} data-locked>
      <legend className={style.words}>
        <IconLock size={20} aria-hidden /> {t('settings.locked')}
      </legend>
      {props.children}
    </fieldset>
  )
}
