import { type Language, languageNames } from '../../../src-shared/language.ts'
import { Choice } from '../../components/choice.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send } from '../../stores/command-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { Lockable } from '../locked.tsx'

/** Each language under its own name, because the person may not read the others. */
const options = (Object.keys(languageNames) as Language[]).map((value) => ({
  value,
  label: languageNames[value],
  lang: value,
}))

export function LanguageDialog() {
  const { t } = useTranslation()
  const language = useSnapshot((snapshot) => snapshot.settings.language)
  return (
    <Dialog title={t('settings.language')}>
      <Lockable names={['language']}>
        <Choice
          hideLegend
          legend={t('settings.language')}
          options={options}
          value={language}
          onChange={(value) => send('settings.update', { language: value })}
        />
      </Lockable>
    </Dialog>
  )
}
