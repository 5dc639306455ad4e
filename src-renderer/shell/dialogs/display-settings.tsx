import { isOnNetwork } from '../../../src-shared/pos/settings/network-folder.ts'
import { customerDisplays } from '../../../src-shared/pos/settings/setting-choices.ts'
import type { Settings } from '../../../src-shared/pos/settings/settings.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Choice } from '../../components/choice.tsx'
import { Notice } from '../../components/notice.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send } from '../../stores/command-store.ts'
import style from './settings-dialog.module.css'

/** For managers only: whether there is a customer display, and what it shows between sales. */
export function DisplaySettings({
  settings: { customer_display, display_pictures },
}: {
  readonly settings: Settings
}) {
  const { t } = useTranslation()
  return (
    <>
      <Choice
        legend={t('settings.display.title')}
        options={customerDisplays.map((value) => ({ value, label: t(`settings.display.where.${value}`) }))}
        value={customer_display}
        onChange={(value) => send('settings.customer_display', { customer_display: value })}
      />
      {customer_display === 'screen' && <p className={style.hint}>{t('settings.display.screenHint')}</p>}
      {customer_display !== 'off' && (
        <div className={style.pictures}>
          <p>{t('settings.display.pictures')}</p>
          <p className={style.hint}>{display_pictures ?? t('settings.display.noFolder')}</p>
          {display_pictures !== null && isOnNetwork(display_pictures) && (
            <Notice
              tone="wait"
              title={t('settings.display.noneShown')}
              text={t('settings.display.onNetwork')}
            />
          )}
          <div className={style.buttons}>
            <ActionButton
              label={t('settings.display.choose')}
              onPress={() => send('settings.display_pictures', { choose: true })}
            />
            {display_pictures !== null && (
              <ActionButton
                kind="quiet"
                label={t('settings.display.none')}
                onPress={() => send('settings.display_pictures', { choose: false })}
              />
            )}
          </div>
        </div>
      )}
    </>
  )
}
