import { Dialog } from '../../components/dialog.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import style from './shortcuts-dialog.module.css'

/** Keys as printed on keyboards (Enter differs by language), and their actions: keys of `shortcuts.*`. */
const rows = [
  ['0 – 9', 'digits'],
  ['⌫', 'backspace'],
  ['Enter', 'enter'],
  ['Esc', 'escape'],
  ['F1', 'f1'],
  ['F2', 'f2'],
  ['F3', 'f3'],
  ['F4', 'f4'],
  ['F5', 'f5'],
  ['F6', 'f6'],
  ['F7', 'f7'],
  ['F8', 'f8'],
  ['F9', 'f9'],
  ['F10', 'f10'],
  ['F11', 'f11'],
  ['F12', 'f12'],
] as const

export function ShortcutsDialog() {
  const { t } = useTranslation()
  return (
    <Dialog title={t('shortcuts.title')}>
      <dl className={style.rows}>
        {rows.map(([key, does]) => (
          <div key={key} className={style.row}>
            <dt>
              <kbd className={style.key}>{key === 'Enter' ? t('shortcuts.enterKey') : key}</kbd>
            </dt>
            <dd>{t(`shortcuts.${does}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
